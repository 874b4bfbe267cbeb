import { defineConfig } from "eslint/config";
import tseslint from "typescript-eslint";

export default defineConfig({ ignores: ["web/*.mjs"] }, tseslint.configs.recommendedTypeChecked, {
  files: ["web/**/*.{ts,tsx}"],
  languageOptions: { parserOptions: { projectService: true } },
  rules: {
    "max-lines": ["error", { max: 190, skipBlankLines: true }],
    eqeqeq: ["error", "always", { null: "ignore" }],
    "no-console": "error",
    "@typescript-eslint/no-misused-promises": "off",
  },
});
