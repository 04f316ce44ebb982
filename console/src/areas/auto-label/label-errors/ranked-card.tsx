import type { RankedImage } from '@vermilion/contract/auto-label/label-errors'
import type { LabelErrorKind } from '@vermilion/contract/evaluation/label-errors/finding'
import { fileEndpoints } from '@vermilion/contract/files'
import type { Label } from '@vermilion/contract/labels/dataset-labels'
import Button from 'antd/es/button'
import { findingText, useDismissal, useReason } from '#areas/annotation'
import { addressOf } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { visibleName } from '#lib/visible-name.ts'
import styles from './label-errors.module.css'
import { text } from './text.ts'

interface RankedCardProps {
  rankingId: string
  image: RankedImage
  kind: LabelErrorKind | undefined
  labels: readonly Label[]
  onOpen: () => void
}

/** An image with its most probable error: where it is, and why it is one. */
export function RankedCard({ rankingId, image, kind, labels, onOpen }: RankedCardProps) {
  const t = useText(text)
  const reasons = useText(findingText)
  const reasonOf = useReason(labels)
  const [isBusy, dismiss] = useDismissal(rankingId)
  const { item, findings, isEdited } = image
  const ofKind = findings.filter((finding) => kind === undefined || finding.kind === kind)
  const first = ofKind.find(({ isDismissed }) => !isDismissed) ?? ofKind[0]
  const reason = first === undefined ? t('noFinding') : reasonOf(first)
  return (
    <li className="stack gap-6 border radius-8 ground-panel clip">
      <button
        type="button"
        className="plain-button relative block"
        aria-label={`${item.path}: ${reason}`}
        onClick={onOpen}
      >
        <img
          className="block full-width ratio-4-3 ground-tertiary object-contain"
          src={addressOf(fileEndpoints.fileThumbnail, { params: { fileId: item.fileId } })}
          alt=""
          loading="lazy"
          decoding="async"
        />
        {first?.box && (
          <svg
            className="full absolute inset-0 no-pointer"
            viewBox={`0 0 ${item.width} ${item.height}`}
            preserveAspectRatio="xMidYMid meet"
            aria-hidden
          >
            <rect className={styles['outer']} {...first.box} />
            <rect className={styles['inner']} {...first.box} />
          </svg>
        )}
      </button>
      <div className="stack gap-4 grow padding-0-10">
        <span className="ellipsis font-13" title={item.path}>
          {visibleName(item.path.split('/').at(-1) ?? '')}
        </span>
        <span className="font-13 break-anywhere">{reason}</span>
        {ofKind.length > 1 && <span className="note">{t('moreReasons', { count: ofKind.length - 1 })}</span>}
      </div>
      <div className={`${styles['foot']} row gap-8 justify-between`}>
        <span className="note">
          {isEdited
            ? t('edited')
            : first?.isDismissed === true
              ? t('right')
              : first && t('score', { score: first.score.toFixed(2) })}
        </span>
        {first !== undefined && !isEdited && (
          <Button
            size="small"
            disabled={isBusy}
            aria-label={reasons('isRightOf', { reason })}
            onClick={() => dismiss(item.id, findings.indexOf(first), !first.isDismissed)}
          >
            {reasons(first.isDismissed ? 'takeBack' : 'isRight')}
          </Button>
        )}
      </div>
    </li>
  )
}
