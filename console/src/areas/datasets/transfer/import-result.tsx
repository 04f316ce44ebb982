import { say } from '@vermilion/contract/kernel/text'
import Button from 'antd/es/button'
import { formatNumber } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { Figures } from '#ui/page/page.tsx'
import { ImportProblems } from './import-problems.tsx'
import { ImportState } from './import-state.tsx'
import type { ImportStepProps } from './import-step.ts'
import { text } from './text.ts'
import styles from './transfer.module.css'

const counted = ['images', 'annotations', 'added', 'kept'] as const

export function ImportResult({ run, onAnother, onClose }: ImportStepProps) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const { id, name, status, done, error, problemCount } = run
  return (
    <div className={`${styles['step']} stack gap-16`}>
      <strong>{name}</strong>
      <ImportState status={status} />
      {error !== null && (
        <p role="alert" className="text-error">
          {say(error, language)}
        </p>
      )}
      <Figures figures={counted.map((one) => ({ name: t(`done-${one}`), value: formatNumber(done[one], language) }))} />
      {done.labels.length > 0 && <p>{t('labelsAdded', { names: done.labels.join(', ') })}</p>}
      <ImportProblems importId={id} count={problemCount} />
      <div className="wrapping-row gap-8">
        <Button type="primary" onClick={onClose}>
          {t('done')}
        </Button>
        <Button onClick={onAnother}>{t('another')}</Button>
      </div>
    </div>
  )
}
