/** Content of the recipes that come with this version, by slug. Written by `npm run shipped`. */
export const SHIPPED_RECIPES: Readonly<Record<string, string>> = {
  "trl-dgro": "ff3f8d063989566d98d17378391daaf3b5c1417a16ca902c50815cc3c8c72f5a",
  "trl-evaluate": "9fcec05b56c8cc0e57b85a898e72c445eb7eec909af1b5e069a884d29b62787b",
  "trl-grpo": "9158def2a94725d7458b6405b54991b60a8787fdaf9fe0ac8e0f522e4d1d31bf",
  "trl-prm": "a8b0e42fa5428806c26819088c916f9dbb5990032df09320119648c1763276b8",
  "trl-sft": "40ccb2a711f11e911f11093b55e8d1f63deba4a8818c1bf1444d300d2996ab6a",
};
