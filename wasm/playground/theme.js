// Before anything is drawn: the theme that was chosen here the last time, if one was.
try {
  const theme = localStorage.getItem("contextc.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be forbidden; the system's theme is fine.
}
