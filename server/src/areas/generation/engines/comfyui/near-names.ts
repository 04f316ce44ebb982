const maxNames = 3
const minSimilarity = 0.3

export function nearNames(name: string, existing: readonly string[]): string[] {
  return existing
    .map((each) => ({ each, likeness: likenessOf(stem(name), stem(each)) }))
    .filter(({ likeness }) => likeness >= minSimilarity)
    .sort((one, other) => other.likeness - one.likeness || one.each.localeCompare(other.each))
    .slice(0, maxNames)
    .map(({ each }) => each)
}

function stem(name: string): string {
  const file = name.split(/[/\\]/).at(-1) ?? ''
  return file
    .replace(/\.(safetensors|ckpt|pth?|bin|gguf|sft|png|jpe?g|webp)$/i, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
}

/** Dice coefficient of letter bigrams, 0 to 1. */
function likenessOf(one: string, other: string): number {
  if (one === other) return 1
  const pairs = (word: string) =>
    Array.from({ length: Math.max(word.length - 1, 0) }, (_, at) => word.slice(at, at + 2))
  const rest = new Map<string, number>()
  for (const pair of pairs(one)) rest.set(pair, (rest.get(pair) ?? 0) + 1)
  let common = 0
  for (const pair of pairs(other)) {
    const count = rest.get(pair) ?? 0
    if (count > 0) common += 1
    rest.set(pair, count - 1)
  }
  const total = one.length + other.length - 2
  return total <= 0 ? 0 : (2 * common) / total
}
