// exact.js reads and writes JSON in which a seed may be any whole number below 2^64. JavaScript's own numbers end at 2^53: there a larger
// seed is a text, and it becomes a number again where it is written, so that the rows are those of compare --format=json.

const large = /"seed":(\s*)(\d{16,})(?=\s*[,}])/g; // within a text of JSON the quotes are escaped, so it matches fields only
const written = /"seed":(\s*)"(\d{16,})"/g;

export const parse = (text) => JSON.parse(text.replace(large, '"seed":$1"$2"'));

export const stringify = (value) => JSON.stringify(value).replace(written, '"seed":$1$2');
