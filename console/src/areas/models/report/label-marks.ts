import { labelColour } from '@vermilion/contract/labels/colours'

export interface LabelMark {
  readonly letter: string
  readonly colour: string
}

export type LabelMarks = ReadonlyMap<string, LabelMark>

const spareLetters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789')

/** The marks of labels by index: a color, and the first unused letter of the name, else any unused one. */
export function markLabels(labels: readonly string[]): LabelMarks {
  const usedLetters = new Set<string>()
  return new Map(
    labels.map((label, index) => {
      const letters = label.toUpperCase().match(/[\p{L}\p{N}]/gu) ?? []
      const letter = [...letters, ...spareLetters].find((candidate) => !usedLetters.has(candidate)) ?? '?'
      usedLetters.add(letter)
      return [label, { letter, colour: labelColour(index) }]
    }),
  )
}

export const unknownMark: LabelMark = { letter: '?', colour: '#c8c6c0' }
