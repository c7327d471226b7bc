// shell.js writes command lines that a person pastes into a terminal. What stands in them may come from a link, so from anyone: every word
// is quoted for a POSIX shell, none is taken for a flag that is none, and what cannot be seen is refused.
//
//   shellLine("transat compare", ["it's.cnf"], [["grid", "8x8"]])   transat compare 'it'\''s.cnf' --grid=8x8
//   shellLine("transat compare", ["--page=x"], [["grid", "8x8"]])   transat compare --grid=8x8 -- --page=x

/** The command with its arguments, and with flags [name, value]; a value true is a flag without one. */
export function shellLine(command, args, flags = []) {
  const given = flags.map(([name, value]) => (value === true ? `--${name}` : `--${name}=${quote(value)}`)), words = args.map(quote);
  if ([...args, ...flags.flat()].some((word) => unseen.test(word))) return refused;
  return [command, ...(args.some((a) => String(a).startsWith("-")) ? [...given, "--", ...words] : [...words, ...given])].join(" ");
}

/** What stands in place of a command line with a word that holds control characters. To a shell it is a comment. */
export const refused = "# no command line: a name or a setting holds control characters";

// Control characters, also those that make a text look like another one, and halves of characters.
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

const plain = /^[\w./:,@%+-][\w./:=,@%+-]*$/;

const quote = (word) => (plain.test(word) ? String(word) : `'${String(word).replaceAll("'", `'\\''`)}'`);
