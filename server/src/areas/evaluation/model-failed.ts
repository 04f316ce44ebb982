import type { Text } from '@vermilion/contract/kernel/text'
import { type PictureProblem, pictureProblemTexts } from '@vermilion/contract/pictures/problems'

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

/** A model says nothing of an image that nothing can read. */
export function unreadablePicture(problem: PictureProblem): ModelFailed {
  const { en, zh } = pictureProblemTexts[problem]
  return new ModelFailed({ en: `The image cannot be read: ${en}`, zh: `图片无法读取：${zh}` })
}
