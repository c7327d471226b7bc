// setting-field.js makes the form's field of a setting, as the table settings.js describes it.

import { input, select } from "transat/dom.js";
import { settings } from "transat/settings.js";

/**
 * The field of the setting of that name, for a form whose ids begin with form. catalogue has the choices and the defaults; set(value) is
 * called with what the visitor enters, "" for the default. among(entry) chooses from the list. The default is not listed: it stands first.
 * machines are those of the visitor, by name.
 */
export function settingField(name, { form, catalogue, value, set, among = () => true, machines = {}, ...more }) {
  const setting = settings.find((s) => s.name === name);
  const usual = catalogue.defaults[name];
  const given = value === undefined || value === usual ? "" : value;
  const common = { id: `${form}-${name}`, label: setting.label, title: setting.title, value: given, test: name, ...more };
  if (!setting.choices) {
    return input({ ...common, placeholder: setting.unset ?? usual ?? "", inputmode: setting.keys, onchange: (e) => set(e.target.value.trim()) });
  }
  const listed = catalogue[setting.choices].filter((entry) => entry.name !== usual && among(entry));
  if (name === "machine") listed.push(...Object.keys(machines).map((own) => ({ name: own, title: "a machine of yours" })));
  const options = [{ value: "", text: setting.unset ?? usual }, ...listed.map((e) => ({ value: e.name, text: e.name, title: e.title }))];
  return select({ ...common, options, onchange: (e) => set(e.target.value) });
}
