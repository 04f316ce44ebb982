/** A spreadsheet takes a cell that begins so for a formula. */
const formula = /^[=+\-@\t\r]/

/** A text as a cell of a table that people open (RFC 4180); guarded with an apostrophe where it would be a formula. */
export function csvCell(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
