const longestName = 60

/** A name for a LoRA by what it learns from, as the rule of their names wants it, with a number where others have it. */
export function freeLoraName(about: string, used: ReadonlySet<string>): string {
  const words = about
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .slice(0, longestName)
    .replaceAll(/^_+|_+$/g, '')
  const name = words === '' ? 'lora' : words
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? name : `${name}_${number}`
    if (!used.has(free)) return free
  }
}

/** The words that call it in a prompt: those of its name, without the number. */
export const triggerWordsOf = (loraName: string) => loraName.replace(/_\d+$/, '').replaceAll('_', ' ')
