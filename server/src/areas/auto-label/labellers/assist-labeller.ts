import { leastScore } from '@vermilion/contract/auto-label'
import { labellerLabelTypes } from '@vermilion/contract/auto-label/labellers'
import type { ModelPrediction } from '@vermilion/contract/predictions'
import { type Assist, type AssistDetector, AssistFailed } from '#areas/assist'
import { type Labeller, type LabellerSource, LabellingFailed } from './labeller.ts'

/** The fetched model that finds what words say, where there is one: `assist:` and its id. */
export function createAssistLabellers({ assist }: { readonly assist: Pick<Assist, 'detector'> }): LabellerSource {
  const current = async () => {
    const detector = await assist.detector()
    return detector === undefined ? [] : [assistLabeller(detector)]
  }
  return {
    list: async (labelType) => (await current()).filter(({ labelTypes }) => labelTypes.includes(labelType)),
    find: async (id) =>
      id.startsWith('assist:') ? (await current()).find((labeller) => labeller.id === id) : undefined,
  }
}

function assistLabeller(detector: AssistDetector): Labeller {
  return {
    id: `assist:${detector.id}`,
    kind: 'assist',
    name: detector.name,
    model: null,
    labelTypes: labellerLabelTypes.assist,
    classes: null,
    concurrency: 2,
    async label({ content }, { classes, prompt, signal }) {
      const prompts = promptsOf(classes, prompt)
      const request = { prompts: prompts.map(({ words }) => words), leastScore }
      const detections = await detector.detect(content, request, signal).catch((error: unknown) => {
        throw error instanceof AssistFailed ? new LabellingFailed(error.words, { isGeneral: true }) : error
      })
      if (detections === undefined) throw unreadable
      const predictions = detections.map(({ prompt: index, box, score }): ModelPrediction => {
        const label = prompts[index]?.className ?? ''
        return { kind: 'box', label, labelIndex: classes.indexOf(label), box, score }
      })
      return { predictions, uncertainty: Math.max(0, ...predictions.map(({ score }) => 1 - Math.abs(2 * score - 1))) }
    },
  }
}

const unreadable = new LabellingFailed({ en: 'The image cannot be read', zh: '图片无法读取' })

/**
 * What a labeller that finds what words say is asked for each class: `class: words; class: other words`, where the name
 * alone is the prompt of a class that is not named. Of one class alone, words without a name are the prompt.
 */
function promptsOf(classes: readonly string[], prompt: string): { className: string; words: string }[] {
  const wordsOf = new Map<string, string[]>()
  const terms = prompt.split(/[;；\n]/).map((term) => term.trim())
  for (const term of terms) {
    const [, name = '', words = ''] = /^([^:：]+)[:：](.*)$/.exec(term) ?? []
    const named = classes.find((each) => each.trim().toLowerCase() === name.trim().toLowerCase())
    const [only] = classes
    if (named !== undefined && words.trim() !== '') wordsOf.set(named, [...(wordsOf.get(named) ?? []), words.trim()])
    else if (classes.length === 1 && only !== undefined && name === '' && term !== '')
      wordsOf.set(only, [...(wordsOf.get(only) ?? []), term])
  }
  return classes.flatMap((className) => (wordsOf.get(className) ?? [className]).map((words) => ({ className, words })))
}
