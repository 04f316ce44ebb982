import { fileEndpoints } from '@vermilion/contract/files'
import type { GeneratedImage, Generation } from '@vermilion/contract/generations'
import { useMemo } from 'react'
import { ImageOfFile, LineageList, ScoreFacts, useSceneWord } from '#areas/files'
import { addressOf } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { visibleName } from '#lib/visible-name.ts'
import type { Preview } from '#ui/files/file-preview.tsx'
import type { FileView } from '#ui/files/file-view.ts'
import type { CellContent } from '#ui/files/grid/grid-cell.tsx'
import { Tag } from '#ui/feedback/status.tsx'
import { text } from './text.ts'

export function useImageContent(generation: Generation) {
  const t = useText(text)
  const wordOf = useSceneWord()
  const { id: generationId, spaceId, workflowName } = generation
  const { name: generationName, workflow, width, height } = generation.config
  return useMemo(() => {
    const nameOf = ({ path, number }: GeneratedImage) => path?.split('/').at(-1) ?? t('number', { number: number + 1 })
    const addressed = (fileId: string, download: 'true' | 'false') =>
      addressOf(fileEndpoints.fileContent, { params: { fileId }, query: { download } })
    const itemTexts = ({ item: { scene, floor, dirt, smallAnimal, animal } }: GeneratedImage) =>
      [scene, floor, dirt, smallAnimal, animal].filter((word) => word !== '').map(wordOf)
    const problemOf = ({ status, fileId, error }: GeneratedImage) =>
      status === 'failed' ? (error ?? t('isFailed')) : fileId === null ? t('gone') : undefined
    return {
      nameOf,
      cell(image: GeneratedImage, view: FileView): CellContent {
        const { fileId, status, score, fileScore, path } = image
        const picture =
          fileId === null
            ? null
            : view === 'gallery'
              ? addressed(fileId, 'false')
              : addressOf(fileEndpoints.fileThumbnail, { params: { fileId } })
        return {
          name: nameOf(image),
          path: [visibleName(path ?? nameOf(image)), image.prompt].join('\n'),
          caption: itemTexts(image).join(t('separator')),
          picture,
          aspect: width / height,
          problem: problemOf(image),
          score: fileScore ?? score,
          mark: status === 'aside' && (
            <span className="absolute flex right-6 bottom-6 radius-6 ground-raised" title={t('isAside')}>
              <Tag>{t('asideMark')}</Tag>
            </span>
          ),
        }
      },
      preview(image: GeneratedImage): Preview {
        const { fileId, path, seed, score } = image
        const lineage = { ...image, generationId, generationName, workflow, workflowName }
        return {
          name: nameOf(image),
          path: path ?? nameOf(image),
          details: [
            t('seed', { seed: String(seed) }),
            ...(score === null ? [] : [t('score', { score: score.toFixed(1) })]),
            ...(problemOf(image) === undefined ? [] : [problemOf(image) ?? '']),
          ],
          picture: fileId === null ? null : addressed(fileId, 'false'),
          download: fileId === null ? null : addressed(fileId, 'true'),
          ...(fileId === null ? {} : { viewer: <ImageOfFile fileId={fileId} name={nameOf(image)} /> }),
          facts: (
            <>
              <LineageList lineage={lineage} spaceId={spaceId} fileId={fileId} />
              {fileId !== null && <ScoreFacts file={{ id: fileId, spaceId }} />}
            </>
          ),
        }
      },
    }
    // eslint-disable-next-line react/exhaustive-deps -- its words change with the language alone, as those of the other text do
  }, [t, generationId, generationName, workflow, workflowName, spaceId, width, height])
}
