import CheckCircleFilled from '@ant-design/icons/es/icons/CheckCircleFilled'
import type { DatasetItem } from '@vermilion/contract/datasets'
import { fileEndpoints } from '@vermilion/contract/files'
import { Link } from '@tanstack/react-router'
import { addressOf } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import styles from './datasets.module.css'
import { text } from './text.ts'

/** One image of a dataset; a click opens it in the studio. */
export function ItemCell({ item, status }: { item: DatasetItem; status: DatasetItem['status'] | undefined }) {
  const t = useText(text)
  const labeled = item.status === 'labeled'
  const name = item.path.slice(item.path.lastIndexOf('/') + 1)
  return (
    <Link
      to="/data-set/list/file/$id/annotate/$itemId"
      params={{ id: item.datasetId, itemId: item.id }}
      search={{ status }}
      preload={false}
      className={styles['item']}
      data-status={item.status}
      title={item.path}
    >
      <span className={styles['picture']}>
        {item.available ? (
          <img
            src={addressOf(fileEndpoints.fileThumbnail, { params: { fileId: item.fileId } })}
            alt=""
            loading="lazy"
            decoding="async"
          />
        ) : (
          <small>{t('unavailable')}</small>
        )}
        {labeled && (
          <span className={styles['mark']} title={t('itemLabeled', { count: item.annotationCount })}>
            <CheckCircleFilled aria-label={t('itemLabeled', { count: item.annotationCount })} />
            {item.annotationCount}
          </span>
        )}
      </span>
      <span className={styles['name']}>{name}</span>
    </Link>
  )
}
