import { minScore } from '@vermilion/contract/auto-label'
import { labellerLabelTypes } from '@vermilion/contract/auto-label/labellers'
import type { ModelPrediction } from '@vermilion/contract/predictions'
import {
  type Assist,
  type AssistDetector,
  AssistFailed,
  type AssistRegion,
  type AssistWordSegmenter,
} from '#areas/assist-models'
import { UnreadablePicture } from '@vermilion/contract/pictures/problems'
import { ModelFailed, unreadablePicture } from '#areas/data-evaluation'
import { readPicture } from '#platform/pictures/read-picture'
import { type Labeller, type LabellerSource, type LabelRequest, replyOf } from './labeller.ts'

/** Open-vocabulary models of the assist area as labellers, with ids `assist:<id>`. */
export function createAssistLabellers(assist: Pick<Assist, 'detector' | 'wordSegmenter'>): LabellerSource {
  /** Returns the serving models, or the one with the id: a run keeps its model even when another serves by now. */
  async function present(id?: string): Promise<Labeller[]> {
    const [detector, segmenter] = await Promise.all([assist.detector(id), assist.wordSegmenter(id)])
    return [
      ...(detector === undefined ? [] : [ofDetector(detector)]),
      ...(segmenter === undefined ? [] : [ofWordSegmenter(segmenter)]),
    ]
  }
  return {
    list: async (labelType) => (await present()).filter(({ labelTypes }) => labelTypes.includes(labelType)),
    find: async (id) => (id.startsWith(prefix) ? (await present(id.slice(prefix.length)))[0] : undefined),
  }
}

const prefix = 'assist:'

const ofDetector = (detector: AssistDetector): Labeller =>
  assistLabeller(detector, ['target-detection'], async (content, { prompts, signal }) =>
    (await detector.detect(content, { prompts, minScore }, signal))?.map((one) => ({ ...one, mask: null })),
  )

const ofWordSegmenter = (segmenter: AssistWordSegmenter): Labeller =>
  assistLabeller(segmenter, labellerLabelTypes.assist, (content, { prompts, labelType, signal }) =>
    segmenter.segment(content, { prompts, minScore, needsMasks: labelType === 'semantic-segmentation' }, signal),
  )

/** Undefined for an unreadable image. */
type Find = (
  content: Uint8Array,
  request: Pick<LabelRequest, 'labelType' | 'signal'> & { readonly prompts: readonly string[] },
) => Promise<readonly AssistRegion[] | undefined>

function assistLabeller(
  { id, name }: Pick<AssistDetector, 'id' | 'name'>,
  labelTypes: Labeller['labelTypes'],
  find: Find,
): Labeller {
  return {
    id: `${prefix}${id}`,
    kind: 'assist',
    name,
    model: null,
    labelTypes,
    classes: null,
    takesTiles: false,
    concurrency: 2,
    async label(image, { labelType, classes, prompt, signal }) {
      const prompts = promptsOf(classes, prompt)
      const request = { labelType, signal, prompts: prompts.map(({ text }) => text) }
      const content = await readPicture(image.content).catch(unlessUnreadable)
      const regions = await find(content, request).catch((error: unknown) => {
        throw error instanceof AssistFailed ? new ModelFailed(error.text, { isGeneral: true }) : error
      })
      if (regions === undefined) throw unreadable
      const predictions = regions.map(({ prompt: index, box, mask, score }): ModelPrediction => {
        const label = prompts[index]?.className ?? ''
        const about = { label, labelIndex: classes.indexOf(label), score }
        return mask === null ? { kind: 'box', ...about, box } : { kind: 'mask', ...about, mask }
      })
      return replyOf(predictions)
    },
  }
}

const unreadable = new ModelFailed({ en: 'The image cannot be read', zh: '图片无法读取' })

function unlessUnreadable(error: unknown): never {
  throw error instanceof UnreadablePicture ? unreadablePicture(error.problem) : error
}

/**
 * Parses `class: prompt; class: other prompt`. Classes without a prompt use their name; with a single class, the whole text may
 * be its prompt.
 */
function promptsOf(classes: readonly string[], prompt: string): { className: string; text: string }[] {
  const promptsByClass = new Map<string, string[]>()
  const terms = prompt.split(/[;；\n]/).map((term) => term.trim())
  for (const term of terms) {
    const [, name = '', text = ''] = /^([^:：]+)[:：](.*)$/.exec(term) ?? []
    const named = classes.find((each) => each.trim().toLowerCase() === name.trim().toLowerCase())
    const [only] = classes
    if (named !== undefined && text.trim() !== '')
      promptsByClass.set(named, [...(promptsByClass.get(named) ?? []), text.trim()])
    else if (classes.length === 1 && only !== undefined && name === '' && term !== '')
      promptsByClass.set(only, [...(promptsByClass.get(only) ?? []), term])
  }
  return classes.flatMap((className) =>
    (promptsByClass.get(className) ?? [className]).map((text) => ({ className, text })),
  )
}
