import { type Dataset, datasetEndpoints } from '@vermilion/contract/datasets'
import { useQuery } from '@tanstack/react-query'
import Drawer from 'antd/es/drawer'
import { formatNumber } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { useFocusBack } from '#ui/focus-back.ts'
import { Figures } from '#ui/page.tsx'
import { Bone, ProblemState } from '#ui/states.tsx'
import styles from './datasets.module.css'
import { text } from './text.ts'

/** What is labelled in a dataset, and how often each class occurs. */
export function ReportDrawer({ dataset, onClose }: { dataset: Dataset | null; onClose: () => void }) {
  const t = useText(text)
  useFocusBack()
  return (
    <Drawer
      open={dataset !== null}
      title={`${t('report')} · ${dataset?.name ?? ''}`}
      size={560}
      onClose={onClose}
      destroyOnHidden
    >
      {dataset !== null && <Report datasetId={dataset.id} />}
    </Drawer>
  )
}

function Report({ datasetId }: { datasetId: string }) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const report = useQuery(read(datasetEndpoints.datasetReport, { params: { datasetId } }))
  if (report.error !== null) return <ProblemState problem={report.error} onRetry={() => void report.refetch()} />
  if (report.data === undefined) return <Bone height={180} />
  const { totalFiles, labeledFiles, unlabeledFiles, totalLabels, averageLabelsPerFile, classes } = report.data
  const most = Math.max(1, ...classes.map(({ count }) => count))
  return (
    <>
      <Figures
        figures={[
          { name: t('totalFiles'), value: formatNumber(totalFiles, language) },
          { name: t('labeledFiles'), value: formatNumber(labeledFiles, language) },
          { name: t('unlabeledFiles'), value: formatNumber(unlabeledFiles, language) },
          { name: t('totalLabels'), value: formatNumber(totalLabels, language) },
          { name: t('averageLabels'), value: formatNumber(averageLabelsPerFile, language, 2) },
        ]}
      />
      <h2 className={styles['subtitle']}>{t('classes')}</h2>
      {classes.length === 0 && <p>{t('noClasses')}</p>}
      <table className={styles['classes']}>
        <thead>
          <tr>
            <th scope="col">{t('class')}</th>
            <th scope="col" aria-hidden />
            <th scope="col">{t('count')}</th>
          </tr>
        </thead>
        <tbody>
          {classes.map(({ labelId, name, colour, count }) => (
            <tr key={labelId}>
              <th scope="row">{name}</th>
              <td aria-hidden>
                <span style={{ width: `${(count / most) * 100}%`, background: colour }} />
              </td>
              <td>{formatNumber(count, language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
