/** Spreadsheets read such cells as formulas. */
const formula = /^[=+\-@\t\r]/

/** Escapes text as a CSV cell (RFC 4180), with an apostrophe against formula injection. */
export function csvCell(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
