// Dark and light: as the system says, until the button is pressed.
const themeListeners = [];
const systemDark = matchMedia("(prefers-color-scheme: dark)");
let chosenTheme = null;

const isDark = () => chosenTheme ? chosenTheme === "dark" : systemDark.matches;

function applyTheme() {
  document.documentElement.dataset.theme = isDark() ? "dark" : "light";
  byId("theme").textContent = isDark() ? "☀ Light" : "☾ Dark";
  for (const listener of themeListeners) listener();
}

systemDark.addEventListener("change", applyTheme);
byId("theme").addEventListener("click", () => {
  chosenTheme = isDark() ? "light" : "dark";
  applyTheme();
});

/** A colour of the style sheet for a canvas. */
const colourOf = (variable) => getComputedStyle(document.documentElement).getPropertyValue(variable).trim();
