import type { StoredModel } from '@vermilion/contract/models'
import { formatSize } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { Status } from '#ui/feedback/status.tsx'
import { Facts, Panel } from '#ui/page/page.tsx'
import { addText } from '../add/text.ts'
import { text } from '../text.ts'
import styles from './page.module.css'
import { pageText } from './text.ts'

export function StoredOverview({ model: { format, size, framework, refusal } }: { model: StoredModel }) {
  const t = useText(text)
  const page = useText(pageText)
  const added = useText(addText)
  const language = useSystem((system) => system.lang)
  return (
    <div className={styles['reading']}>
      <Panel title={t('about')}>
        {refusal !== null && (
          <p className="margin-bottom-14">
            <Status tone="warning">{page('keptOnly')}</Status> {language === 'zh-CN' ? refusal.zh : refusal.en}
          </p>
        )}
        <Facts
          facts={[
            [added('format'), `.${format}`],
            [added('runtime'), added(`runtime-${format}`)],
            [t('framework'), framework],
            [t('size'), formatSize(size)],
          ]}
        />
        <p className="note">{added('notRun')}</p>
      </Panel>
    </div>
  )
}
