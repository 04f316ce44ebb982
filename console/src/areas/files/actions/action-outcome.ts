import type { FileOutcome } from '@vermilion/contract/files/operations'
import { say as inLanguage } from '@vermilion/contract/kernel/text'
import type { Work } from '@vermilion/contract/kernel/work'
import { workEndpoints } from '@vermilion/contract/work'
import { call } from '#lib/api.ts'
import { type Translate, translator } from '#lib/i18n.ts'
import { subscribeToEvents } from '#lib/events/server-events.ts'
import { refresh } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { offerUndo } from '#ui/feedback/undo.tsx'
import { actionText } from './action-text.ts'

type Words = (t: Translate<typeof actionText.en>, count: number) => string

export const notifyProblem = (problem: unknown) => notify.error(problemWords(problem))

/** Waits for the end of work. Null means success: short work is never reported. */
function waitForWork(workId: string): Promise<Work | null> {
  return new Promise((resolve) => {
    const check = (work: Work | null) => {
      if (work !== null && work.endedAt === null) return
      stop()
      resolve(work)
    }
    const ask = () =>
      void call(workEndpoints.listWork, {}).then(
        (all) => check(all.find(({ id }) => id === workId) ?? null),
        () => undefined,
      )
    const stop = subscribeToEvents((event) => {
      if (event.type === 'resync') ask()
      else if (event.type === 'work-changed' && event.workId === workId) check(event.work)
    })
    // It may have ended before the subscription.
    ask()
  })
}

interface FileOperation {
  run: () => Promise<FileOutcome>
  text: Words
  count?: number
  undo?: (() => Promise<FileOutcome>) | undefined
  onBegun?: () => void
}

export const runFileOperation = (operation: FileOperation) => runFileOperationOrThrow(operation).catch(notifyProblem)

export async function runFileOperationOrThrow({
  run,
  text: label,
  count = 0,
  undo,
  onBegun,
}: FileOperation): Promise<void> {
  const { lang } = useSystem.getState()
  const t = translator(actionText, lang)
  const say = (files: number, skipped: number) => {
    const message = [label(t, files), ...(skipped === 0 ? [] : [t('skipped', { count: skipped })])].join(' · ')
    if (undo === undefined || skipped > 0) notify.success(message)
    else offerUndo(message, async () => (await undo(), refresh('/spaces')))
  }
  try {
    const outcome = await run()
    onBegun?.()
    if (outcome.workId === null) say(outcome.files, outcome.skipped)
    else {
      notify.info(t('goesOn'))
      void waitForWork(outcome.workId).then((work) => {
        if (work === null || work.status === 'success') say(count, 0)
        else if (work.status === 'failed')
          notify.error(t('brokeOff', { reason: work.reason === null ? '' : inLanguage(work.reason, lang) }))
      })
    }
  } catch (problem) {
    void refresh('/spaces')
    throw problem
  }
  await refresh('/spaces')
}
