import type { Criterion } from '@vermilion/contract/data-evaluations/standards'
import {
  askInForms,
  ChatFailed,
  completeChat,
  type ReplyForm,
  type Services,
  type UsableService,
} from '#areas/settings'
import type { PixelWork } from '../pixels/pixels.ts'
import { ModelFailed } from '../model-failed.ts'
import type { ScoreOptions, Scorer, ScorerSource, ScoredImage } from '../scorer.ts'
import { instructionOf, questionOf, repairOf } from './conversation.ts'
import { readScores } from './read-scores.ts'
import { createLimit, type Limit } from '#platform/limit'

const callsAtOnce = 4
const modelSide = 1_024
const callTimeout = 120_000
const tokensOfImage = 1_100
const tokensOfCriterion = 60
const charactersOfToken = 4

type ChatService = UsableService<'chat'>

interface Needs {
  readonly services: Pick<Services, 'ofKind'>
  readonly pixels: PixelWork
  readonly timeout?: number
}

interface ServiceState {
  readonly turns: Limit
  readonly forms: Map<string, ReplyForm>
}

/** Chat services with vision as scorers, with ids `chat:<id>`. */
export function createChatScorers({ services, pixels, timeout = callTimeout }: Needs): ScorerSource {
  const states = new Map<string, ServiceState>()

  function stateOf(serviceId: string): ServiceState {
    const state = states.get(serviceId) ?? { turns: createLimit(callsAtOnce), forms: new Map<string, ReplyForm>() }
    states.set(serviceId, state)
    return state
  }

  async function list(): Promise<Scorer[]> {
    const seeing = (await services.ofKind('chat')).filter(({ settings }) => settings.vision)
    return seeing.map((service) => chatScorer({ service, state: stateOf(service.id), pixels, timeout }))
  }

  return { list, find: async (id) => (await list()).find(({ entity }) => entity.id === id) }
}

interface ChatScorerNeeds {
  readonly service: ChatService
  readonly state: ServiceState
  readonly pixels: PixelWork
  readonly timeout: number
}

function chatScorer({ service, state, pixels, timeout }: ChatScorerNeeds): Scorer {
  const { id, name, settings } = service
  return {
    entity: { id: `chat:${id}`, kind: 'chat', name, model: settings.model, measure: null, needsStandard: true },
    basis: settings.model,
    concurrency: callsAtOnce,
    async score(image, options) {
      const jpeg = await pixels.shrink(image.content, modelSide, options.signal)
      try {
        return await state.turns(options.signal, () => askForScores({ service, state, timeout }, image, jpeg, options))
      } catch (error) {
        throw error instanceof ChatFailed ? new ModelFailed(error.words, { isGeneral: true }) : error
      }
    },
    guess: (criteria: readonly Criterion[]) => ({
      calls: 1,
      promptTokens: tokensOfImage + Math.ceil(instructionOf(criteria).length / charactersOfToken),
      completionTokens: tokensOfCriterion * criteria.length,
    }),
  }
}

type Asking = Omit<ChatScorerNeeds, 'pixels'>

async function askForScores(asking: Asking, { prompt }: ScoredImage, jpeg: Uint8Array, options: ScoreOptions) {
  const { criteria } = options
  const conversation = { criteria, jpeg, prompt }
  const { model, url } = asking.service.settings
  const { result: text, form } = await askInForms(asking.state.forms, `${url} ${model}`, (each) =>
    ask(asking, questionOf(conversation, each), options),
  )
  const first = readScores(text, criteria)
  if ('criteria' in first) return { ...first, hash: null }
  const repaired = await ask(asking, repairOf(conversation, form, text, first.problem.en), options)
  const second = readScores(repaired, criteria)
  if ('criteria' in second) return { ...second, hash: null }
  throw new ModelFailed(second.problem)
}

async function ask({ service, timeout }: Asking, body: object, { signal, cost }: ScoreOptions): Promise<string> {
  const counted = () => void (cost.calls += 1)
  const { text, usage } = await completeChat(service.settings, body, { signal, timeout, counted })
  cost.promptTokens += usage?.promptTokens ?? 0
  cost.completionTokens += usage?.completionTokens ?? 0
  return text
}
