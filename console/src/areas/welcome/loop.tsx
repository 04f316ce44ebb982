import AppstoreOutlined from '@ant-design/icons/es/icons/AppstoreOutlined'
import DatabaseOutlined from '@ant-design/icons/es/icons/DatabaseOutlined'
import FolderOpenOutlined from '@ant-design/icons/es/icons/FolderOpenOutlined'
import HddOutlined from '@ant-design/icons/es/icons/HddOutlined'
import ScanOutlined from '@ant-design/icons/es/icons/ScanOutlined'
import ThunderboltOutlined from '@ant-design/icons/es/icons/ThunderboltOutlined'
import { Link } from '@tanstack/react-router'
import { isActive, useWork } from '#areas/work'
import { formatNumber } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { Bone } from '#ui/feedback/states.tsx'
import { Status } from '#ui/feedback/status.tsx'
import styles from './loop.module.css'
import { text } from './text.ts'
import { useCounts } from './use-counts.ts'

const stations = [
  { key: 'spaces', Icon: FolderOpenOutlined, to: '/space/list', search: {}, kinds: ['upload', 'sample'] },
  { key: 'datasets', Icon: DatabaseOutlined, to: '/data-set/list', search: {}, kinds: ['collection'] },
  {
    key: 'trainings',
    Icon: ThunderboltOutlined,
    to: '/compute/tasks',
    search: { kind: 'training' },
    kinds: ['training'],
  },
  { key: 'models', Icon: AppstoreOutlined, to: '/model/list', search: {}, kinds: ['registration'] },
  {
    key: 'inferences',
    Icon: ScanOutlined,
    to: '/compute/tasks',
    search: { kind: 'cloud-inference' },
    kinds: ['cloud-inference'],
  },
  { key: 'devices', Icon: HddOutlined, to: '/board/list', search: {}, kinds: [] },
] as const

export function Loop() {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const counts = useCounts()
  const works = useWork().data?.filter(isActive) ?? []
  const areCountsLoaded = Object.values(counts).every((count) => count !== undefined)
  const next = areCountsLoaded ? stations.find(({ key }) => counts[key] === 0)?.key : undefined
  return (
    <nav className={styles['loop']} aria-label={t('loop')}>
      <ol className="grid">
        {stations.map(({ key, Icon, to, search, kinds }) => {
          const mine = works.filter(({ kind }) => (kinds as readonly string[]).includes(kind))
          const running = mine.filter(({ status }) => status === 'running').length
          const count = counts[key]
          return (
            <li className="relative" key={key} data-next={key === next}>
              <Link className="panel stack full-height text-secondary hover-no-underline" to={to} search={search}>
                <span className={`${styles['verb']} row faint gap-8`}>
                  <Icon aria-hidden />
                  {t(`${key}Verb`)}
                </span>
                <span className={`${styles['figure']} flex wrap gap-0-8 align-baseline margin-top-4`}>
                  {count === undefined ? (
                    <Bone width={32} height={26} style={{ margin: '4px 0' }} />
                  ) : (
                    <strong className="text-ink font-24 weight-600 tabular line-height-1_35">
                      {formatNumber(count, language)}
                    </strong>
                  )}
                  <span>{t(key, { count: count ?? 0 })}</span>
                </span>
                {(mine.length > 0 || key === next) && (
                  <span className={`${styles['now']} flex wrap gap-0-12 margin-top-4 font-13 line-height-20`}>
                    {running > 0 && <Status tone="active">{t('runningCount', { count: running })}</Status>}
                    {mine.length > running && (
                      <Status tone="neutral">{t('queuingCount', { count: mine.length - running })}</Status>
                    )}
                    {key === next && mine.length === 0 && t(`${key}Next`)}
                  </span>
                )}
              </Link>
            </li>
          )
        })}
      </ol>
      <p className={`${styles['back']} faint relative height-24 text-center`}>
        <span className="relative padding-0-12 ground-page" style={{ top: 12 }}>
          {t('back')}
        </span>
      </p>
    </nav>
  )
}
