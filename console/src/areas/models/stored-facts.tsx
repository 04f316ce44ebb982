import type { StoredModel } from '@vermilion/contract/models'
import { formatSize } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { Time } from '#ui/moment.tsx'
import { Facts } from '#ui/page/page.tsx'
import { addText } from './add/text.ts'
import styles from './models.module.css'
import { text } from './text.ts'

/** A file that is kept, and what runs it. */
export function StoredFacts({ model: { format, size, createdAt, checksum } }: { model: StoredModel }) {
  const t = useText(text)
  const added = useText(addText)
  return (
    <>
      <h2 className={styles['subtitle']}>{t('about')}</h2>
      <Facts
        facts={[
          [added('format'), `.${format}`],
          [added('runtime'), added(`runtime-${format}`)],
          [t('size'), formatSize(size)],
          [t('created'), <Time key="created" time={createdAt} />],
          [t('checksum'), <code key="checksum">{checksum}</code>],
        ]}
      />
      <p>{added('notRun')}</p>
    </>
  )
}
