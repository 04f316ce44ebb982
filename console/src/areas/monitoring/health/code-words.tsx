/** Words of the server in which commands stand between backticks. */
export function CodeWords({ words }: { words: string }) {
  return words.split('`').map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>))
}
