import { Link, useNavigate } from '@tanstack/react-router'
import { useText } from '#lib/i18n.ts'
import { RowMenu } from '#ui/menu/row-menu.tsx'
import styles from './tasks.module.css'
import { text } from './text.ts'

/** Where tasks run, of what, and on which models; on a phone behind one button. */
export function OtherPages() {
  const t = useText(text)
  const navigate = useNavigate()
  return (
    <>
      <span className={styles['links']}>
        <Link to="/model/list" search={{ board: true }}>
          {t('runOnBoard')}
        </Link>
        <Link to="/compute/images">{t('images')}</Link>
        <Link to="/compute/pools">{t('pools')}</Link>
      </span>
      <span className={styles['linkMenu']}>
        <RowMenu
          label={t('moreOfTasks')}
          actions={[
            {
              key: 'board',
              words: t('runOnBoard'),
              run: () => void navigate({ to: '/model/list', search: { board: true } }),
            },
            { key: 'images', words: t('images'), run: () => void navigate({ to: '/compute/images' }) },
            { key: 'pools', words: t('pools'), run: () => void navigate({ to: '/compute/pools' }) },
          ]}
        />
      </span>
    </>
  )
}
