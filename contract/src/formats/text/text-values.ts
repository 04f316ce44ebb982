/** The value of an attribute that a file writes as text: yes or no, a number, else the text itself. */
export function valueOfText(text: string): string | number | boolean {
  if (/^(?:true|false)$/i.test(text)) return text.toLowerCase() === 'true'
  return text !== '' && String(Number(text)) === text ? Number(text) : text
}
