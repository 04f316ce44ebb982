import { labellerLabelTypes } from '@vermilion/contract/auto-label/labellers'
import { ModelFailed, type PixelWork } from '#areas/data-evaluation'
import { createLimit, type Limit } from '#platform/limit'
import {
  askInForms,
  ChatFailed,
  completeChat,
  type ReplyForm,
  type Services,
  type UsableService,
} from '#areas/settings'
import { replyOf } from '../labeller.ts'
import type { ImageToLabel, Labeller, LabellerSource, LabelReply, LabelRequest } from '../labeller.ts'
import { type Question, questionOf, repairOf } from './conversation.ts'
import { readSuggestions } from './read-suggestions.ts'

const callsAtOnce = 4
/** Pixels of the longer side: more than 1000, so that pixel coordinates can be told from thousandths. */
const modelSide = 1_280
const callTimeout = 120_000

interface Needs {
  readonly services: Pick<Services, 'ofKind'>
  readonly pixels: PixelWork
}

interface ServiceState {
  readonly turns: Limit
  readonly forms: Map<string, ReplyForm>
}

export function createChatLabellers({ services, pixels }: Needs): LabellerSource {
  const states = new Map<string, ServiceState>()

  function stateOf(serviceId: string): ServiceState {
    const state = states.get(serviceId) ?? { turns: createLimit(callsAtOnce), forms: new Map<string, ReplyForm>() }
    states.set(serviceId, state)
    return state
  }

  const all = async () =>
    (await services.ofKind('chat'))
      .filter(({ settings }) => settings.vision)
      .map((service) => chatLabeller({ service, state: stateOf(service.id), pixels }))

  return {
    list: async (labelType) => (await all()).filter(({ labelTypes }) => labelTypes.includes(labelType)),
    find: async (id) => (id.startsWith('chat:') ? (await all()).find((labeller) => labeller.id === id) : undefined),
  }
}

interface Asking {
  readonly service: UsableService<'chat'>
  readonly state: ServiceState
  readonly pixels: PixelWork
}

function chatLabeller(asking: Asking): Labeller {
  const { id, name, settings } = asking.service
  return {
    id: `chat:${id}`,
    kind: 'chat',
    name,
    model: settings.model,
    labelTypes: labellerLabelTypes.chat,
    classes: null,
    takesTiles: false,
    concurrency: callsAtOnce,
    async label(image, request) {
      try {
        const jpeg = await asking.pixels.shrink(image.content, modelSide, request.signal)
        return await asking.state.turns(request.signal, () => askForLabels(asking, image, jpeg, request))
      } catch (error) {
        throw error instanceof ChatFailed ? new ModelFailed(error.words, { isGeneral: true }) : error
      }
    },
  }
}

async function askForLabels(
  { service, state }: Asking,
  image: ImageToLabel,
  jpeg: Uint8Array,
  { labelType, classes, prompt, coordinates, signal }: LabelRequest,
): Promise<LabelReply> {
  const { url, model } = service.settings
  const question: Question = { labelType, classes, prompt, jpeg }
  const ask = async (body: object) =>
    (await completeChat(service.settings, body, { signal, timeout: callTimeout })).text
  const { result: text, form } = await askInForms(state.forms, `${url} ${model}`, (each) =>
    ask(questionOf(question, each)),
  )
  const reading = { labelType, classes, coordinates, shownPicture: shownSizeOf(image), image }
  const first = readSuggestions(text, reading)
  if ('predictions' in first) return replyOf(first.predictions)
  const second = readSuggestions(await ask(repairOf(question, form, text, first.problem.en)), reading)
  if ('predictions' in second) return replyOf(second.predictions)
  throw new ModelFailed(second.problem)
}

function shownSizeOf({ width, height }: ImageToLabel) {
  const scale = Math.min(1, modelSide / Math.max(width, height))
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}
