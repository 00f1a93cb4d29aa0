import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { escalationsQuery } from '../../data/alerts/escalations.ts';
import { policiesWith, usePolicyUsage } from '../../on-call/policy-usage.ts';
import { words } from '../../on-call/words.ts';
import { Notice } from '../../ui/states.tsx';

const LINK_CLASS = 'link';

/** Tells which escalation policies alert the schedule, and for how many monitors. */
export function ScheduleUsage({ shortID }: { readonly shortID: string }) {
  const { data: policies } = useQuery(escalationsQuery);
  const usageOf = usePolicyUsage();
  if (policies === undefined || usageOf === null) return null;
  const using = policiesWith(shortID, policies);
  if (using.length === 0) {
    return (
      <Notice kind="warning">
        {words.unusedSchedule}{' '}
        <Link to="/channels" search={{ tab: 'escalation' }} className={LINK_CLASS}>
          {words.addToPolicy}
        </Link>
      </Notice>
    );
  }
  return (
    <ul className="flex flex-wrap gap-x-6 text-soft">
      {using.map(({ shortID: policyID, name }) => {
        const { monitors } = usageOf(policyID);
        return (
          <li key={policyID} className="wrap-anywhere">
            {words.usedBy}{' '}
            <Link to="/channels" search={{ tab: 'escalation' }} className={LINK_CLASS}>
              {words.policy(name)}
            </Link>
            {', '}
            {monitors === 0 ? words.noMonitors : words.monitors(monitors)}
          </li>
        );
      })}
    </ul>
  );
}
