import type { HttpContext } from '@adonisjs/core/http'
import vine from '@vinejs/vine'
import type { Page, Single } from '#api_types/answer'
import type {
  Integration,
  IntegrationChoices,
  NewIntegration,
  NewIntegrationChoice,
  NewSecret,
  IntegrationPreview,
} from '#api_types/integrations'
import { validate } from '#app/http/validate'
import {
  addIntegration,
  checkCondition,
  changeIntegration,
  findIntegration,
  listIntegrations,
  shownIntegration,
} from '#app/integrations/change_integration'
import { deleteIntegration } from '#app/integrations/delete_integration'
import { type ChoiceSubject, choicesOf, createChoice } from '#app/integrations/choices'
import { previewOf } from '#app/integrations/preview'
import { rotateSecret } from '#app/integrations/rotate_secret'
import { integrationJson } from '#app/integrations/integration_transformer'
import { within } from '#app/workspaces/within'

const settings = vine.object({}).allowUnknownProperties()
const events = vine.array(vine.string()).maxLength(10)
const condition = vine.object({}).allowUnknownProperties().nullable()
const name = vine.string().trim().minLength(1).maxLength(200)

const connectionId = vine.string().uuid().nullable()

/** A new integration. */
export const newIntegration = vine.create({
  kind: vine.string().maxLength(100),
  name: name.clone().optional(),
  settings: settings.clone().optional(),
  connection_id: connectionId.clone().optional(),
  events: events.clone().optional(),
  condition: condition.clone().optional(),
  enabled: vine.boolean({ strict: true }).optional(),
})

/** What a preview is made of. */
export const previewed = vine.create({
  kind: vine.string().maxLength(100),
  settings: settings.clone().optional(),
  submission_id: vine.string().uuid().optional(),
})

const asked = {
  kind: vine.string().maxLength(100),
  connection_id: connectionId.clone().optional(),
  name: vine.string().maxLength(100),
  settings: settings.clone().optional(),
}
/** What a setting can be is asked for with. */
export const askedChoices = vine.create({
  ...asked,
  search: vine.string().maxLength(200).optional(),
  cursor: vine.string().maxLength(2_000).optional(),
})
/** What is made for a setting. */
export const newChoice = vine.create({ ...asked, label: vine.string().trim().minLength(1).maxLength(200) })

/** What is changed of an integration. */
export const integrationChanges = vine.create({
  name: name.clone().optional(),
  settings: settings.clone().optional(),
  connection_id: connectionId.clone().optional(),
  events: events.clone().optional(),
  condition: condition.clone().optional(),
  enabled: vine.boolean({ strict: true }).optional(),
})

/** The integrations of a form. */
export default class IntegrationsController {
  async index({ workspace, formId }: HttpContext): Promise<Page<Integration>> {
    const data = await within(workspace.id, (scope) => listIntegrations(scope, formId))
    return { data, next_cursor: null }
  }

  /** The signing secret is part of this answer and of no later one. */
  async store(ctx: HttpContext): Promise<Single<NewIntegration>> {
    const input = await checked(ctx, await validate(ctx, newIntegration))
    const { integration, secret } = await within(ctx.workspace.id, (scope) =>
      addIntegration(scope, ctx.formId, input),
    )
    ctx.response.status(201)
    return { data: { ...integrationJson(integration), secret } }
  }

  /** What would arrive with these settings; nothing is stored. */
  async preview(ctx: HttpContext): Promise<Single<IntegrationPreview>> {
    const { kind, settings: typed = {}, submission_id: submissionId } = await validate(ctx, previewed)
    return { data: await previewOf(ctx.workspace.id, ctx.formId, { kind, settings: typed, submissionId }) }
  }

  /** What a setting can be, asked of its service. */
  async choices(ctx: HttpContext): Promise<Single<IntegrationChoices>> {
    const { search = '', cursor, ...subject } = await validate(ctx, askedChoices)
    return { data: await choicesOf(subjectOf(ctx, subject), { search, cursor }) }
  }

  /** Makes something at its service that a setting can be. */
  async createChoice(ctx: HttpContext): Promise<Single<NewIntegrationChoice>> {
    const { label, ...subject } = await validate(ctx, newChoice)
    return { data: await createChoice(subjectOf(ctx, subject), label) }
  }

  async show({ workspace, formId, params }: HttpContext): Promise<Single<Integration>> {
    const data = await within(workspace.id, async (scope) => {
      return shownIntegration(scope, await findIntegration(formId, params.integrationId))
    })
    return { data }
  }

  async update(ctx: HttpContext): Promise<Single<Integration>> {
    const input = await checked(ctx, await validate(ctx, integrationChanges))
    const data = await within(ctx.workspace.id, async (scope) => {
      const integration = await findIntegration(ctx.formId, ctx.params.integrationId, true)
      await changeIntegration(scope, integration, input)
      return shownIntegration(scope, integration)
    })
    return { data }
  }

  async destroy({ response, workspace, formId, params }: HttpContext) {
    await deleteIntegration(workspace.id, formId, params.integrationId)
    return response.noContent()
  }

  /** A new signing secret, shown once; the one before signs along for a day. */
  async rotate({ workspace, formId, params }: HttpContext): Promise<Single<NewSecret>> {
    const data = await within(workspace.id, async (scope) => {
      const integration = await findIntegration(formId, params.integrationId, true)
      return rotateSecret(scope, integration, Date.now())
    })
    return { data }
  }
}

function subjectOf(
  { workspace }: HttpContext,
  asked: { kind: string; connection_id?: string | null; name: string; settings?: Record<string, unknown> },
): ChoiceSubject {
  const { kind, connection_id: connectionId = null, name: setting, settings: typed = {} } = asked
  return { workspaceId: workspace.id, kind, connectionId, name: setting, settings: typed }
}

async function checked<T extends { condition?: object | null }>(
  { workspace, formId }: HttpContext,
  input: T,
) {
  return { ...input, condition: await checkCondition(workspace.id, formId, input.condition) }
}
