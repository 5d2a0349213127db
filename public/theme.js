// Applies a chosen theme before the first paint. A file of its own, so that no inline script is needed.
try {
  var theme = localStorage.getItem("ablab-theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage is off: the system's choice holds.
}
