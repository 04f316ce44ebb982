export function valueOfText(text: string): string | number | boolean {
  if (/^(?:true|false)$/i.test(text)) return text.toLowerCase() === 'true'
  return text !== '' && String(Number(text)) === text ? Number(text) : text
}
