import { useText } from '#lib/i18n.ts'
import { text } from './text.ts'
import styles from './watermark.module.css'

export function Watermark() {
  const t = useText(text)
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="360" height="260"><text x="180" y="130" text-anchor="middle" transform="rotate(-22 180 130)" font-family="sans-serif" font-size="15" fill="#888">${t('watermark')}</text></svg>`
  return (
    <div
      className={`${styles['watermark']} fixed inset-0 no-pointer`}
      data-watermark={t('watermark')}
      style={{ backgroundImage: `url("data:image/svg+xml,${encodeURIComponent(picture)}")` }}
      aria-hidden
    />
  )
}
