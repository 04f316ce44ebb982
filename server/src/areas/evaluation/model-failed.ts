import type { Text } from '@vermilion/contract/kernel/text'

/** A model says nothing of an image, in words for people. */
export class ModelFailed extends Error {
  readonly words: Text
  /** Whether it is about the model, and the next image would likely fare the same. */
  readonly isGeneral: boolean

  constructor(words: Text, { isGeneral = false } = {}) {
    super(words.en)
    this.name = 'ModelFailed'
    this.words = words
    this.isGeneral = isGeneral
  }
}
