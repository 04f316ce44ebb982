import type { WaitingImages } from '@vermilion/contract/datasets/assignment'
import Button from 'antd/es/button'
import { useText } from '#lib/i18n.ts'
import styles from './assignments.module.css'
import { text } from './text.ts'

interface WaitingButtonsProps {
  waiting: WaitingImages
  active: keyof WaitingImages | null
  onShow: (which: keyof WaitingImages | null) => void
}

export function WaitingButtons({ waiting, active, onShow }: WaitingButtonsProps) {
  const t = useText(text)
  const button = (which: keyof WaitingImages, text: string, hint: string) =>
    (waiting[which] > 0 || active === which) && (
      <Button aria-pressed={active === which} title={hint} onClick={() => onShow(active === which ? null : which)}>
        {text}
      </Button>
    )
  if (waiting.toLabel + waiting.toReview === 0 && active === null) return null
  return (
    <span className={`${styles['waiting']} inline-flex wrap gap-8`}>
      {button('toLabel', t('mine', { count: waiting.toLabel }), t('mineWords'))}
      {button('toReview', t('toReview', { count: waiting.toReview }), t('toReviewWords'))}
    </span>
  )
}
