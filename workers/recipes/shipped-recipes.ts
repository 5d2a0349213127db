/** Content of the recipes that come with this version, by slug. Written by `npm run shipped`. */
export const SHIPPED_RECIPES: Readonly<Record<string, string>> = {
  "trl-dgro": "848f9c8e00e9c44e510df89b16477adc7c250ee90414058d2a7cc0cef3547894",
  "trl-evaluate": "e2a773a79fd9b6d23afde9f3087d6189488e959bec7090a643e0a5e829c21e01",
  "trl-grpo": "912872e35b525c72afe178f3052d00ec616291cc37ea2202d9a41e2024358d9e",
  "trl-prm": "2f3259c5d6dd3bab2346cbdb318254a047ea2e735dbaff70bb7aeb992a620608",
  "trl-sft": "8c4ba9cb8145c0ca686e20b3985b9f6eff1003d128fd8a6ec7af6436f3348d6d",
};
