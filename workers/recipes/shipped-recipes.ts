/** Content of the recipes that come with this version, by slug. Written by `npm run shipped`. */
export const SHIPPED_RECIPES: Readonly<Record<string, string>> = {
  "trl-dgro": "bf5aa0df828bec843607d4066cc0c1b8fd94b20caf74cbff1fc23f844c406af4",
  "trl-evaluate": "18c1a1ec8f346f6186b886e01577ae39fc99d03b9bb69334c464327adbc3d248",
  "trl-grpo": "19b82314cfe0ff266f3f59f052f09660032c408a21690b8c23de8d53f00de75f",
  "trl-prm": "8c14e08d2ed5610a8b32805ac51e5f23594cc35ce0da140e91e694a3ad6156c6",
  "trl-sft": "8440b54b91d82e027762cf3c762965008b36f1e3cf21e778c30a28d9f7660fc8",
};
