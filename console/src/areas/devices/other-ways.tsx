import Button from 'antd/es/button'
import { useText } from '#lib/i18n.ts'
import { type RowAction, RowMenu } from '#ui/menu/row-menu.tsx'
import styles from './devices.module.css'
import { text } from './text.ts'

/** The other ways to add devices; on a phone behind one button. */
export function OtherWays({ actions }: { actions: readonly RowAction[] }) {
  const t = useText(text)
  return (
    <>
      <span className={styles['wide']}>
        {actions.map(({ key, words, run }) => (
          <Button key={key} onClick={run}>
            {words}
          </Button>
        ))}
      </span>
      <span className={styles['narrow']}>
        <RowMenu label={t('otherWays')} actions={actions} />
      </span>
    </>
  )
}
