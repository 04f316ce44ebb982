import { freeName } from '#lib/free-name.ts'

const maxNameLength = 60

export function freeLoraName(about: string, used: ReadonlySet<string>): string {
  const text = about
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .slice(0, maxNameLength)
    .replaceAll(/^_+|_+$/g, '')
  const name = text === '' ? 'lora' : text
  return freeName(name, used, '_')
}

/** The trigger words of a LoRA: its name without the number. */
export const triggerWordsOf = (loraName: string) => loraName.replace(/_\d+$/, '').replaceAll('_', ' ')
