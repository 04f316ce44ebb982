import type { RankedFinding, RankedImage } from '@vermilion/contract/auto-label/label-errors'
import type { Editor } from '@vermilion/canvas/editor/editor'
import type { Label } from '@vermilion/contract/labels/dataset-labels'
import Button from 'antd/es/button'
import { useEffect, useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { FindingMark } from './finding-mark.tsx'
import { findingText } from './finding-text.ts'
import styles from './findings.module.css'
import { useReason } from './use-reason.ts'
import { useDismissal } from './use-ranked-image.ts'

interface FindingPanelProps {
  rankingId: string
  image: Pick<RankedImage, 'findings' | 'isEdited' | 'item'>
  editor: Editor
  labels: readonly Label[]
}

/** The reasons why the image is opened in the studio: the first open one is marked on it. */
export function FindingPanel({ rankingId, image: { findings, isEdited, item }, editor, labels }: FindingPanelProps) {
  const t = useText(findingText)
  const reasonOf = useReason(labels)
  const [selected, setSelected] = useState<number | null>(null)
  const [isBusy, dismiss] = useDismissal(rankingId)
  const firstOpen = findings.findIndex(({ isDismissed }) => !isDismissed)
  const at = selected ?? firstOpen
  const marked = findings[at]
  const box = marked?.box ?? null
  const isUpper = box !== null && box.y + box.height / 2 < item.height / 2
  useEffect(() => {
    if (box !== null) editor.view.reveal(box)
  }, [editor, box])
  return (
    <>
      {box !== null && <FindingMark editor={editor} box={box} />}
      <section
        className={`${styles['panel']} absolute layer-1 stack gap-4 padding-10-12 radius-8 ground-raised shadow-secondary font-13`}
        data-at={isUpper ? 'bottom' : 'top'}
        aria-label={t('findings')}
      >
        <strong>{t('findings')}</strong>
        {isEdited && <span className="text-secondary">{t('edited')}</span>}
        {findings.length === 0 && <span className="text-secondary">{t('none')}</span>}
        <ul className={`${styles['list']} stack gap-4 bare scroll-y`}>
          {findings.map((finding, index) => (
            <li key={keyOf(finding, index)} className="row gap-8 justify-between" data-selected={index === at}>
              <button
                type="button"
                className="plain-button text-left grow min-width-0 break-anywhere"
                title={t('show')}
                aria-pressed={index === at}
                onClick={() => setSelected(index)}
              >
                <span className={finding.isDismissed ? 'text-tertiary' : undefined}>{reasonOf(finding)}</span>
              </button>
              <Button
                size="small"
                disabled={isBusy}
                aria-label={t('isRightOf', { reason: reasonOf(finding) })}
                onClick={() => {
                  setSelected(null)
                  dismiss(item.id, index, !finding.isDismissed)
                }}
              >
                {t(finding.isDismissed ? 'takeBack' : 'isRight')}
              </Button>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}

const keyOf = ({ kind, shapeId }: RankedFinding, index: number) => `${kind} ${shapeId ?? ''} ${index}`
