import { BaseSchema } from '@adonisjs/lucid/schema'

/** What a submission claims is decided by the newest version, which stays that until the submission is stored. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      -- Whether this is the version that a form has published (0: none), and it is so until the transaction ends: whoever
      -- publishes locks the form's row, and waits or is waited for. To be asked before other rows are locked.
      create function is_newest_version(in_workspace uuid, in_form uuid, in_version integer)
      returns boolean language plpgsql security invoker as $$
      begin
        perform 1 from forms f
        where f.workspace_id = in_workspace and f.id = in_form and coalesce(f.published_version, 0) = in_version
        for key share;
        return found;
      end $$;

      -- Stores submissions (store_submissions) whose claims and limit are those of version in_newest. 'moved', and nothing
      -- is stored, where another one is the newest by now: they are to be judged again.
      create function store_judged_submissions(
        in_workspace uuid, in_form uuid, in_newest integer, in_limit integer, in_submissions json, in_files uuid[],
        in_claims json
      ) returns table (outcome text, id uuid, received_at timestamptz)
      language plpgsql security invoker as $$
      begin
        perform set_config('app.workspace_id', in_workspace::text, true),
                set_config('transaction_timeout', '5000', true);
        if is_newest_version(in_workspace, in_form, in_newest) then
          return query select * from store_submissions(in_workspace, in_form, in_limit, in_submissions, in_files, in_claims);
        else
          return query select 'moved', null::uuid, null::timestamptz from json_array_elements(in_submissions);
        end if;
      end $$;
    `)
  }
}
