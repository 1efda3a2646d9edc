import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["bundle/", "node_modules/", "build.mjs", "eslint.config.mjs"] },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { project: "./tsconfig.json", tsconfigRootDir: import.meta.dirname } },
    rules: {
      eqeqeq: "error",
      "prefer-const": "error",
      "no-restricted-properties": [
        "error",
        { property: "innerHTML", message: "names are hostile: textContent only" },
        { property: "outerHTML", message: "names are hostile: textContent only" },
        { property: "insertAdjacentHTML", message: "names are hostile: textContent only" },
      ],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
    },
  },
);
