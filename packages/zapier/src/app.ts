import { authentication } from './authentication.ts'
import { createSubmission } from './create_submission.ts'
import { findSubmission } from './find_submission.ts'
import { form } from './forms.ts'
import { withToken, withWords } from './requests.ts'
import { deletedSubmission, newSubmission, updatedSubmission } from './triggers.ts'

/** The app that Zapier runs, but for its version and that of the platform. */
export const app = {
  // what respondents wrote may look like a template, and is none
  flags: { cleanInputData: false },
  authentication,
  beforeRequest: [withToken],
  afterResponse: [withWords],
  // by their keys
  triggers: {
    form,
    new_submission: newSubmission,
    updated_submission: updatedSubmission,
    deleted_submission: deletedSubmission,
  },
  creates: { create_submission: createSubmission },
  searches: { find_submission: findSubmission },
}
