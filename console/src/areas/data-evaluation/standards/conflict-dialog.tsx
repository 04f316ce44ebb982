import type { Standard, StandardDraft } from '@vermilion/contract/data-evaluations/standards'
import Button from 'antd/es/button'
import Modal from 'antd/es/modal'
import { useText } from '#lib/i18n.ts'
import { Tag } from '#ui/feedback/status.tsx'
import { StandardCard } from './standard-card.tsx'
import styles from './standards.module.css'
import { text } from './text.ts'

/** Null decides nothing. */
export type ConflictChoice = 'mine' | 'theirs' | null

interface ConflictDialogProps {
  mine: StandardDraft
  /** Null when it was deleted. */
  theirs: Standard | null
  base: number
  onChoice: (choice: ConflictChoice) => void
}

export function ConflictDialog({ mine, theirs, base, onChoice }: ConflictDialogProps) {
  const t = useText(text)
  const isGone = theirs === null
  return (
    <Modal
      open
      centered
      width={isGone ? 480 : 820}
      zIndex={1_100}
      title={t(isGone ? 'goneTitle' : 'conflictTitle')}
      onCancel={() => onChoice(null)}
      footer={
        <div className="wrapping-row gap-8-14 justify-end">
          {!isGone && (
            <Button onClick={() => onChoice('theirs')}>{t('conflictTheirs', { version: theirs.version })}</Button>
          )}
          <Button onClick={() => onChoice('mine')}>
            {isGone ? t('goneAction') : t('conflictAgain', { version: theirs.version + 1 })}
          </Button>
          <Button type="primary" onClick={() => onChoice(null)}>
            {t('conflictBack')}
          </Button>
        </div>
      }
    >
      <p>{isGone ? t('goneBody') : t('conflictWords', { version: theirs.version, base })}</p>
      {!isGone && (
        <div className={`${styles['versions']} grid columns-2 gap-16 margin-top-14 scroll narrow-columns-1`}>
          {[
            { side: t('mine'), own: mine, other: theirs },
            { side: t('theirs', { version: theirs.version }), own: theirs, other: mine },
          ].map(({ side, own, other }) => (
            <section key={side} aria-label={side}>
              <h3 className="note weight-400">{side}</h3>
              <p className="weight-600">
                {own.name} {own.name !== other.name && <Tag>{t('differs')}</Tag>}
              </p>
              <StandardCard description={own.description} criteria={own.criteria} other={other} />
            </section>
          ))}
        </div>
      )}
    </Modal>
  )
}
