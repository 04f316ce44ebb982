import type { Text } from '@vermilion/contract/kernel/text'
import { Failure } from '@vermilion/contract/kernel/errors'
import { ModelFailed, type PixelWork } from '#areas/data-evaluation'
import type { Files } from '#areas/files'
import { ChatFailed, type Services, type UsableService } from '#areas/settings'
import type { Spaces } from '#areas/spaces'
import { StoreUnreachable } from '#platform/blobs/blob-store'
import { readJson, writeJson } from '#platform/database/columns'
import { jobKind } from '#platform/jobs/jobs'
import type { Platform } from '#platform/platform'
import type { Captions } from '../captions/captions.ts'
import type { CaptionPicture } from '../captions/captioned-pictures.ts'
import { askForCaption } from './ask-for-caption.ts'
import type { CaptionRunRow, CaptionRunStore } from './run-store.ts'

interface Payload {
  readonly runId: string
}

const captioning = jobKind<Payload>('caption-pictures')

const maxConcurrent = 2
const modelSide = 1_024
const maxFailures = 5
const retentionMs = 7 * 24 * 3_600_000

export interface CaptioningNeeds extends Pick<Platform, 'clock' | 'lifecycle' | 'jobs'> {
  readonly spaces: Spaces
  readonly files: Files
  readonly services: Pick<Services, 'ofKind'>
  readonly pixels: PixelWork
  readonly captions: Captions
  readonly store: CaptionRunStore
}

/** A restart continues with the first unprocessed image. */
export function registerCaptioning(needs: CaptioningNeeds): (runId: string) => Promise<string> {
  const { clock, lifecycle, jobs, spaces, services, captions, store } = needs

  async function end(id: string, status: CaptionRunRow['status'], error: Text | null = null): Promise<void> {
    await store.update(id, { status, endedAt: clock.time(), ...(error === null ? {} : { error: writeJson(error) }) })
  }

  jobs.register(captioning, {
    async run({ payload: { runId }, signal, saveProgress }) {
      const row = await store.byId(runId)
      if (row === undefined) return undefined
      const service = (await services.ofKind('chat')).find(({ id }) => id === row.serviceId)
      if (service === undefined) return () => end(runId, 'failed', goneText)
      await store.update(runId, { status: 'running' })
      const counts = { done: 0, written: row.written, failed: row.failed }
      let failures = 0
      for await (const picture of captions.pictures.below(row.spaceId, row.folder, readJson(row.fileIds))) {
        signal.throwIfAborted()
        counts.done += 1
        if (counts.done <= row.done) continue
        const outcome = await captionPicture(needs, { row, service, picture, signal })
        if (outcome === 'written') counts.written += 1
        failures = outcome instanceof Problem && outcome.isGeneral ? failures + 1 : 0
        if (outcome instanceof Problem) counts.failed += 1
        const error = outcome instanceof Problem ? { error: writeJson(outcome.text) } : {}
        await store.update(runId, { ...counts, ...error })
        await saveProgress({ done: counts.done, total: row.total, unit: 'images' })
        if (outcome instanceof Problem && failures >= maxFailures) return () => end(runId, 'failed', outcome.text)
      }
      return () => end(runId, counts.failed > 0 && counts.written === 0 ? 'failed' : 'success')
    },
    failed: ({ runId }, error) => end(runId, 'failed', { en: error, zh: error }),
    stopped: ({ runId }) => end(runId, 'stopped'),
    concurrency: maxConcurrent,
    work: {
      kind: 'captioning',
      async describe({ runId }) {
        const row = await store.byId(runId)
        if (row === undefined) return undefined
        const { name, id } = await spaces.get(row.spaceId)
        return { name, owner: row.startedBy, leadsTo: { page: 'space', id } }
      },
    },
  })

  lifecycle.onStart(async () => void (await store.removeOlder(new Date(clock.now() - retentionMs).toISOString())))

  return (runId) => jobs.enqueue(captioning, runId, { runId })
}

const goneText: Text = { en: 'the chat service is no longer there', zh: '对话服务已不存在' }
const silentText: Text = { en: 'the model said nothing', zh: '模型没有回复' }

class Problem {
  readonly text: Text
  readonly isGeneral: boolean

  constructor(text: Text, isGeneral: boolean) {
    this.text = text
    this.isGeneral = isGeneral
  }
}

interface Captioned {
  readonly row: CaptionRunRow
  readonly service: UsableService<'chat'>
  readonly picture: CaptionPicture
  readonly signal: AbortSignal
}

/** `spared`: it has a caption, or a label file in its place. */
async function captionPicture(
  { files, pixels, captions }: CaptioningNeeds,
  { row, service, picture, signal }: Captioned,
): Promise<'written' | 'spared' | Problem> {
  const isSpared = (one: CaptionPicture) => one.isLabels || (one.caption !== '' && row.overwrites === 0)
  if (isSpared(picture)) return 'spared'
  try {
    const jpeg = await files.withPictureSource(picture.fileId, (source) => pixels.shrink(source, modelSide, signal))
    const caption = await askForCaption({ service, jpeg, language: row.language, prompt: row.prompt, signal })
    if (caption === null) return new Problem(silentText, false)
    // Somebody may have written a caption meanwhile.
    if (isSpared(await captions.pictures.read(row.spaceId, picture))) return 'spared'
    await captions.put(row.spaceId, picture.path, captions.withPrefix(caption, row.triggerWords))
    return 'written'
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof ChatFailed) return new Problem(error.words, true)
    if (error instanceof ModelFailed) return new Problem(error.text, false)
    // The image or its space was deleted meanwhile.
    if (error instanceof Failure && !(error instanceof StoreUnreachable))
      return new Problem({ en: error.message, zh: error.message }, false)
    throw error
  }
}
