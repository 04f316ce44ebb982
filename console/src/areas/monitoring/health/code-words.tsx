/** Words of the server in which commands stand between backticks. */
export function CodeWords({ words }: { words: string }) {
  return words.split('`').map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of one text have no other name, and stay in order
      <code key={index}>{part}</code>
    ),
  )
}
