import type { Device } from '@vermilion/contract/devices'
import { importProblems, type ImportProblem } from '@vermilion/contract/devices/imports'
import { say } from '@vermilion/contract/kernel/text'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { KeyList } from '../keys/key-list.tsx'
import { importText } from './text.ts'

export interface Outcome {
  added: readonly Device[]
  failed: readonly { name: string; problem: ImportProblem | null; detail: string }[]
}

export function ImportOutcome({ outcome: { added, failed } }: { outcome: Outcome }) {
  const t = useText(importText)
  const language = useSystem((system) => system.lang)
  return (
    <div className="stack gap-14">
      <h3 className="heading margin-bottom-6 text-ink" aria-live="polite">
        {t('added', { count: added.length })}
      </h3>
      {failed.length > 0 && (
        <section className="note radius-8 ground-quaternary" style={{ padding: '12px 16px' }}>
          <h3 className="heading margin-bottom-6 text-ink">{t('notAdded', { count: failed.length })}</h3>
          <ul>
            {failed.map(({ name, problem, detail }) => (
              <li key={name}>
                {name} · {problem === null ? detail : say(importProblems[problem], language, { detail })}
              </li>
            ))}
          </ul>
        </section>
      )}
      {added.length > 0 && (
        <>
          <p className="text-secondary">{t('keysWords')}</p>
          <KeyList devices={added} />
        </>
      )}
    </div>
  )
}
