import type { Migrations } from '../src/platform/database/migrate.ts'
import { up as deviceCollections } from './0045-device-collections.ts'
import { up as deviceTunnels } from './0046-device-tunnels.ts'
import { up as deviceHistory } from './0043-device-history.ts'
import { up as devices } from './0042-devices.ts'
import { up as imageSearch } from './0083-image-search.ts'
import { up as fineTuning } from './0085-fine-tuning.ts'
import { up as storedModels } from './0092-stored-models.ts'
import { up as modelRegistrations } from './0099-model-registrations.ts'
import { up as modelFaces } from './0112-model-faces.ts'
import { up as versionCovers } from './0113-version-covers.ts'
import { up as readTexts } from './0114-read-texts.ts'
import { up as expectedFiles } from './0122-expected-files.ts'
import { up as thresholdsOfRounds } from './0124-thresholds-of-rounds.ts'
import { up as sidecars } from './0115-sidecars.ts'
import { up as hevcPictures } from './0117-hevc-pictures.ts'
import { up as modelSources } from './0110-model-sources.ts'
import { up as assignments } from './0111-assignments.ts'
import { up as modelStages } from './0093-model-stages.ts'
import { up as takenOutImages } from './0094-taken-out-images.ts'
import { up as modelConversions } from './0096-model-conversions.ts'
import { up as captionRuns } from './0098-caption-runs.ts'
import { up as annotatorsAndAccounts } from './0102-annotators-and-accounts.ts'
import { up as partsOfDatasets } from './0103-parts-of-datasets.ts'
import { up as honestFigures } from './0104-honest-figures.ts'
import { up as refusals } from './0105-refusals.ts'
import { up as taskHeadlines } from './0108-task-headlines.ts'
import { up as modelFetches } from './0095-model-fetches.ts'
import { up as alerts } from './0071-alerts.ts'
import { up as deviceRecordReasons } from './0084-device-record-reasons.ts'
import { up as assistant } from './0070-assistant.ts'
import { up as boardInferences } from './0048-board-inferences.ts'
import { up as deviceCommands } from './0044-device-commands.ts'
import { up as scoreIndexes } from './0041-score-indexes.ts'
import { up as unpackings } from './0016-unpackings.ts'
import { up as platform } from './0001-platform.ts'
import { up as accounts } from './0002-accounts.ts'
import { up as tasks } from './0004-tasks.ts'
import { up as spaces } from './0005-spaces.ts'
import { up as files } from './0006-files.ts'
import { up as datasets } from './0007-datasets.ts'
import { up as models } from './0008-models.ts'
import { up as datasetGuidelines } from './0009-dataset-guidelines.ts'
import { up as accountSecurity } from './0010-account-security.ts'
import { up as services } from './0011-services.ts'
import { up as work } from './0012-work.ts'
import { up as fileIndex } from './0013-file-index.ts'
import { up as fileNames } from './0014-file-names.ts'
import { up as itemNumbers } from './0022-item-numbers.ts'
import { up as datasetTransfers } from './0021-dataset-transfers.ts'
import { up as datasetSources } from './0017-dataset-sources.ts'
import { up as itemFacts } from './0018-item-facts.ts'
import { up as taskPools } from './0023-task-pools.ts'
import { up as tracking } from './0024-tracking.ts'
import { up as scans } from './0015-scans.ts'
import { up as evaluations } from './0025-evaluations.ts'
import { up as versionChanges } from './0027-version-changes.ts'
import { up as datasetRolls } from './0028-dataset-rolls.ts'
import { up as datasetLabels } from './0019-dataset-labels.ts'
import { up as datasetVersions } from './0020-dataset-versions.ts'
import { up as trainingImages } from './0026-training-images.ts'
import { up as generations } from './0030-generations.ts'
import { up as sourceTruth } from './0033-source-truth.ts'
import { up as itemDrafts } from './0034-item-drafts.ts'
import { up as dataEvaluations } from './0031-data-evaluations.ts'
import { up as lineages } from './0038-lineages.ts'
import { up as itemScores } from './0039-item-scores.ts'
import { up as taskCreators } from './0029-task-creators.ts'
import { up as workflows } from './0032-workflows.ts'
import { up as workflowVersions } from './0035-workflow-versions.ts'
import { up as replyLimit } from './0036-reply-limit.ts'
import { up as imageSeeds } from './0040-image-seeds.ts'
import { up as deviceDeletions } from './0049-device-deletions.ts'
import { up as changedFiles } from './0055-changed-files.ts'
import { up as autoLabel } from './0082-auto-label.ts'
import { up as audit } from './0056-audit.ts'
import { up as health } from './0065-health.ts'
import { up as rollouts } from './0047-rollouts.ts'
import { up as tokenScopes } from './0081-token-scopes.ts'
import { up as readings } from './0060-readings.ts'
import { up as cleanUpHolds } from './0080-clean-up-holds.ts'
import { up as contentCounters } from './0087-content-counters.ts'
import { up as eighthsOfDays } from './0088-eighths-of-days.ts'
import { up as assistModels } from './0089-assist-models.ts'
import { up as likeness } from './0091-likeness.ts'
import { up as creatorsOfData } from './0106-creators-of-data.ts'
import { up as readImages } from './0107-read-images.ts'
import { up as deletedDatasets } from './0120-deleted-datasets.ts'
import { up as notices } from './0121-notices.ts'

/** Every step, oldest first. New ones are added at the end; steps that main has seen are never edited. */
export const migrations: Migrations = {
  '0001-platform': { up: platform },
  '0002-accounts': { up: accounts },
  '0004-tasks': { up: tasks },
  '0005-spaces': { up: spaces },
  '0006-files': { up: files },
  '0007-datasets': { up: datasets },
  '0008-models': { up: models },
  '0009-dataset-guidelines': { up: datasetGuidelines },
  '0010-account-security': { up: accountSecurity },
  '0011-services': { up: services },
  '0012-work': { up: work },
  '0013-file-index': { up: fileIndex },
  '0014-file-names': { up: fileNames },
  '0015-scans': { up: scans },
  '0016-unpackings': { up: unpackings },
  '0017-dataset-sources': { up: datasetSources },
  '0018-item-facts': { up: itemFacts },
  '0019-dataset-labels': { up: datasetLabels },
  '0020-dataset-versions': { up: datasetVersions },
  '0021-dataset-transfers': { up: datasetTransfers },
  '0022-item-numbers': { up: itemNumbers },
  '0023-task-pools': { up: taskPools },
  '0024-tracking': { up: tracking },
  '0025-evaluations': { up: evaluations },
  '0026-training-images': { up: trainingImages },
  '0027-version-changes': { up: versionChanges },
  '0028-dataset-rolls': { up: datasetRolls },
  '0029-task-creators': { up: taskCreators },
  '0030-generations': { up: generations },
  '0031-data-evaluations': { up: dataEvaluations },
  '0032-workflows': { up: workflows },
  '0033-source-truth': { up: sourceTruth },
  '0034-item-drafts': { up: itemDrafts },
  '0035-workflow-versions': { up: workflowVersions },
  '0036-reply-limit': { up: replyLimit },
  '0038-lineages': { up: lineages },
  '0039-item-scores': { up: itemScores },
  '0040-image-seeds': { up: imageSeeds },
  '0041-score-indexes': { up: scoreIndexes },
  '0042-devices': { up: devices },
  '0043-device-history': { up: deviceHistory },
  '0044-device-commands': { up: deviceCommands },
  '0045-device-collections': { up: deviceCollections },
  '0046-device-tunnels': { up: deviceTunnels },
  '0047-rollouts': { up: rollouts },
  '0048-board-inferences': { up: boardInferences },
  '0049-device-deletions': { up: deviceDeletions },
  '0055-changed-files': { up: changedFiles },
  '0056-audit': { up: audit },
  '0060-readings': { up: readings },
  '0065-health': { up: health },
  '0070-assistant': { up: assistant },
  '0071-alerts': { up: alerts },
  '0080-clean-up-holds': { up: cleanUpHolds },
  '0081-token-scopes': { up: tokenScopes },
  '0082-auto-label': { up: autoLabel },
  '0083-image-search': { up: imageSearch },
  '0084-device-record-reasons': { up: deviceRecordReasons },
  '0085-fine-tuning': { up: fineTuning },
  '0087-content-counters': { up: contentCounters },
  '0088-eighths-of-days': { up: eighthsOfDays },
  '0089-assist-models': { up: assistModels },
  '0091-likeness': { up: likeness },
  '0092-stored-models': { up: storedModels },
  '0093-model-stages': { up: modelStages },
  '0094-taken-out-images': { up: takenOutImages },
  '0095-model-fetches': { up: modelFetches },
  '0096-model-conversions': { up: modelConversions },
  '0098-caption-runs': { up: captionRuns },
  '0099-model-registrations': { up: modelRegistrations },
  '0102-annotators-and-accounts': { up: annotatorsAndAccounts },
  '0103-parts-of-datasets': { up: partsOfDatasets },
  '0104-honest-figures': { up: honestFigures },
  '0105-refusals': { up: refusals },
  '0106-creators-of-data': { up: creatorsOfData },
  '0107-read-images': { up: readImages },
  '0108-task-headlines': { up: taskHeadlines },
  '0110-model-sources': { up: modelSources },
  '0111-assignments': { up: assignments },
  '0112-model-faces': { up: modelFaces },
  '0113-version-covers': { up: versionCovers },
  '0114-read-texts': { up: readTexts },
  '0115-sidecars': { up: sidecars },
  '0117-hevc-pictures': { up: hevcPictures },
  '0120-deleted-datasets': { up: deletedDatasets },
  '0121-notices': { up: notices },
  '0122-expected-files': { up: expectedFiles },
  '0124-thresholds-of-rounds': { up: thresholdsOfRounds },
}
