/** Content of the recipes that come with this version, by slug. Written by `npm run shipped`. */
export const SHIPPED_RECIPES: Readonly<Record<string, string>> = {
  "trl-dgro": "3a5feec66906232742d6287cc241d2e1933b6d9fb4b3f347d1154662fa75ae74",
  "trl-evaluate": "aa280b92c3676b3043c65c43229c0a62637535655a134990c9b97371b51278bb",
  "trl-grpo": "e80f04a0b256dba8b914bcae817db280a7c407dad1b07551785db22374040240",
  "trl-prm": "9369af7d655d0012251f0c67065121398975c754a912f33c66f8083d9b28f0b4",
  "trl-sft": "1933a46527ce6f86987ebda47736e59ae96eb3a9f07a48d99aabe839ceb81064",
};
