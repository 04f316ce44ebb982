import { device, deviceCreate, deviceUpdate } from '../devices.ts'
import { deviceAddress, deviceCredentials, hostKey } from '../devices/access.ts'
import {
  collectionCreate,
  collectionRun,
  collectionSchedule,
  collectionUpdate,
  deviceCollection,
} from '../devices/collections.ts'
import {
  commandOutcome,
  commandOutput,
  deviceCommand,
  deviceCommandCreate,
  deviceSelection,
} from '../devices/commands.ts'
import { enrolment, enrolmentCreate } from '../devices/enrolments.ts'
import { deviceAccelerator, deviceFacts } from '../devices/facts.ts'
import { deviceUpload, deviceUploadState } from '../devices/file-uploads.ts'
import { deviceArchive, deviceFile, deviceFileCount, deviceFileList } from '../devices/files.ts'
import { importPreviewRow } from '../devices/imports.ts'
import {
  deviceDetails,
  deviceDisk,
  deviceInterface,
  deviceProcess,
  deviceReading,
  historyPoint,
} from '../devices/readings.ts'
import { deviceRecord } from '../devices/records.ts'
import { deviceTerminal } from '../devices/terminals.ts'
import { heldAccelerator } from '../monitoring/accelerators.ts'
import { alertRule, alertRuleChange, alertRuleKind } from '../monitoring/alert-rules.ts'
import { alert, alertDelivery, alertObject, alertSilence } from '../monitoring/alerts.ts'
import { cleanUp, cleanUpPreview } from '../monitoring/clean-ups.ts'
import { healthResult, healthRun } from '../monitoring/health.ts'
import { lead, standby } from '../monitoring/leads.ts'
import { host, hostHistory, hostInterface, hostSeries } from '../monitoring/hosts.ts'
import { storageReport, storageRow } from '../monitoring/storage.ts'
import { usageReport } from '../monitoring/usage.ts'
import { rollout, rolloutPhase, rolloutRecord } from '../rollouts.ts'
import { artifact } from '../rollouts/artifacts.ts'
import {
  deviceSelection as rolloutSelection,
  healthCheck,
  phaseInput as plannedPhase,
  rolloutCreate,
  rolloutOptions,
} from '../rollouts/creation.ts'
import { rolloutDevice, rolloutLogLine } from '../rollouts/devices.ts'
import { installation } from '../rollouts/installations.ts'
import { rolloutPreview, rolloutPreviewInput, rolloutTarget } from '../rollouts/previews.ts'

export const deviceEntities = {
  rolloutSelection,
  alert,
  alertDelivery,
  alertObject,
  alertRule,
  alertRuleChange,
  alertRuleKind,
  alertSilence,
  artifact,
  cleanUp,
  cleanUpPreview,
  collectionCreate,
  collectionRun,
  collectionSchedule,
  collectionUpdate,
  commandOutcome,
  commandOutput,
  device,
  deviceAccelerator,
  deviceAddress,
  deviceArchive,
  deviceCollection,
  deviceCommand,
  deviceCommandCreate,
  deviceCreate,
  deviceCredentials,
  deviceDetails,
  deviceDisk,
  deviceFacts,
  deviceFile,
  deviceFileCount,
  deviceFileList,
  deviceInterface,
  deviceProcess,
  deviceReading,
  deviceRecord,
  deviceSelection,
  deviceTerminal,
  deviceUpdate,
  deviceUpload,
  deviceUploadState,
  enrolment,
  enrolmentCreate,
  healthCheck,
  healthResult,
  healthRun,
  heldAccelerator,
  historyPoint,
  host,
  hostHistory,
  hostInterface,
  hostKey,
  hostSeries,
  importPreviewRow,
  installation,
  lead,
  plannedPhase,
  rollout,
  rolloutCreate,
  rolloutDevice,
  rolloutLogLine,
  rolloutOptions,
  rolloutPhase,
  rolloutPreview,
  rolloutPreviewInput,
  rolloutRecord,
  rolloutTarget,
  standby,
  storageReport,
  storageRow,
  usageReport,
}
