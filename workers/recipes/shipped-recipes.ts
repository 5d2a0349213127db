/** Content of the recipes that come with this version, by slug. Written by `npm run shipped`. */
export const SHIPPED_RECIPES: Readonly<Record<string, string>> = {
  "trl-dgro": "145bf63560ad1cbf63cad531275d55de9a954fbd73f31d92b249cfa5d688873b",
  "trl-evaluate": "e327f2f0b6f142ddbc2ee7ee9a3d5afca9fcbe13112c42912aa077ce3e106ecd",
  "trl-grpo": "3a2261163474ae01efbb1059ce8d69fe6bc51dd42652a0d0b20807e7fab79024",
  "trl-prm": "54eb0384938c8ed6f107168d0d635fde728582a97bfc0205fbe220115c8095d5",
  "trl-sft": "598212161de9f725e73a9049ea06ba0a6b788843357ea19ec97b64ca83ea6ee3",
};
