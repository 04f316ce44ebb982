import { harmless, redacted, secretShapes } from './patterns.ts'

/** Minimum length of known values to redact: shorter ones match by chance. */
const shortestKnown = 5

export function redact(text: string, values: readonly string[] = []) {
  let count = 0
  let result = text
  for (const secret of values) {
    if (secret.length < shortestKnown || !result.includes(secret)) continue
    count += result.split(secret).length - 1
    result = result.replaceAll(secret, redacted)
  }
  for (const shape of secretShapes) {
    result = result.replace(shape, (all: string, start: string, secret: string) => {
      if (harmless.test(secret)) return all
      count += 1
      const quote = /^["'`]/.exec(secret)?.[0] ?? ''
      return `${start}${quote}${redacted}${quote}`
    })
  }
  return { text: result, count }
}
