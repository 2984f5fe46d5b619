const { options } = require("./.dependency-cruiser.cjs");

// Circles between folders, without the tests, which may import anything.
module.exports = {
  forbidden: [
    {
      name: "no-folder-circles",
      comment: "Two folders that need each other can't be read, moved, or tested one at a time.",
      severity: "error",
      scope: "folder",
      from: {},
      to: { circular: true },
    },
  ],
  options: { ...options, exclude: { path: `${options.exclude.path}|\\.test\\.tsx?$` } },
};
