import {
  accessScope,
  accessToken,
  accessTokenCreate,
  account,
  credentials,
  passwordChange,
  session,
} from '../accounts.ts'
import { auditEntry, auditGroup } from '../accounts/audit.ts'
import { identity } from '../accounts/identities.ts'
import { auditSubject } from '../accounts/audit-subjects.ts'
import { assistModel } from '../assist-models/endpoints.ts'
import { assistantState, conversation } from '../assistant.ts'
import { attachment } from '../assistant/attachments.ts'
import { message, messageDraft, messagePart, sentRequest, toolCall } from '../assistant/messages.ts'
import { directUpload } from '../files/direct-uploads.ts'
import { progress, text } from '../kernel/fields.ts'
import { work } from '../kernel/work.ts'
import { service, serviceDraft, serviceTest, serviceTrial } from '../services.ts'
import { shownSettings } from '../settings.ts'
import { directProbe, fileStorage } from '../settings/file-storage.ts'
import { terminalExit } from '../terminals.ts'
import { person } from '../accounts/people.ts'

export const platformEntities = {
  accessScope,
  accessToken,
  accessTokenCreate,
  account,
  assistantState,
  assistModel,
  attachment,
  auditEntry,
  auditGroup,
  auditSubject,
  conversation,
  credentials,
  directProbe,
  directUpload,
  fileStorage,
  identity,
  message,
  messageDraft,
  messagePart,
  passwordChange,
  person,
  progress,
  sentRequest,
  service,
  serviceDraft,
  serviceTest,
  serviceTrial,
  session,
  shownSettings,
  terminalExit,
  text,
  toolCall,
  work,
}
