/** A typed command: words separated by blanks, with quotes. No shell reads it, so `$` and `*` are literal. */

const plain = /^[\w./:=@%+,{}-]+$/

export function splitCommand(command: string): string[] | null {
  const words: string[] = []
  let word: string | null = null
  let quote = ''
  for (let at = 0; at < command.length; at++) {
    const letter = command[at] ?? ''
    const next = command[at + 1]
    if (quote === '' && /\s/.test(letter)) {
      if (word !== null) words.push(word)
      word = null
    } else if (letter === quote) quote = ''
    else if (quote === '' && (letter === '"' || letter === "'")) {
      quote = letter
      word ??= ''
    } else if (letter === '\\' && quote !== "'" && next !== undefined && (quote === '' || /["\\]/.test(next))) {
      word = (word ?? '') + next
      at++
    } else word = (word ?? '') + letter
  }
  if (quote !== '') return null
  return word === null ? words : [...words, word]
}

export function joinCommand(words: readonly string[]): string {
  return words.map((word) => (plain.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`)).join(' ')
}
