// The policy lade on a mesh of transputers, written for SimGrid's S4U interface: the same model as
// balance/sim, by other means. README.md beside this file says what the comparison is for.
//
// A processor is a worker, which expands the nodes of a tree, and a balancer, which acts when one of its
// two timers goes off and whenever a message comes; both use one CPU, and the balancer goes first. There
// are three formulations, chosen by the argument as=:
//
//	comm    the worker, the timers, the sender of a processor and the receiver at the end of each link are
//	        actors. Messages are SimGrid's communications over SimGrid's links, one for each direction
//	        between neighbours, that carry one message at a time. (A single receiver for each processor
//	        would not do: a mailbox hands out messages in the order in which they were sent, not in which
//	        they arrive.)
//	sleep   worker and timers are actors, and so is each link: it sleeps until the message in front has
//	        come over, and delivers it. SimGrid's network model is not used.
//	leap    as sleep, but a worker does not wake up for each node. Whoever looks at a processor brings it
//	        up to date first, and passes over whole subtrees. This is how balance/sim works.
//
// It is one long file so that one call of the compiler builds it. Start reading at class Machine.
//
// Times are kept in integer nanoseconds and turned into SimGrid's seconds where actors sleep.
//
// Usage: lade as=comm|sleep|leap tree=FILE rows=4 cols=8 seed=1 period=NS inform=NS change=0.1 take=NS install=NS
// message=NS element=NS link=NS byte=NS message_bytes=21 element_bytes=16 level_bytes=2 [--cfg=...]
//
// The tree is a text file: the nodes in preorder, each a line of three numbers, the nanoseconds that it
// takes to expand the node, its level, and its number of children.

#include <simgrid/s4u.hpp>
#include <sys/resource.h>
#include <xbt/log.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <limits>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace sg4 = simgrid::s4u;

using Ticks = int64_t; // nanoseconds

// ---- Settings, tree, random numbers

struct Settings {
  std::string as, tree;
  int rows, cols;
  uint64_t seed;
  Ticks period, inform; // mean time between two transfers, and two looks at the own load
  double change; // relative change of the load worth telling
  Ticks take, install, message, element, link, byte;
  int message_bytes, element_bytes, level_bytes;

  Settings(int argc, char** argv)
  {
    std::map<std::string, std::string> given;
    for (int i = 1; i < argc; i++) {
      std::string word = argv[i];
      size_t at        = word.find('=');
      if (at == std::string::npos)
        throw std::runtime_error(word + ": want name=value");
      given[word.substr(0, at)] = word.substr(at + 1);
    }
    auto text = [&](const char* name) {
      if (given.count(name) == 0)
        throw std::runtime_error(std::string(name) + "= is missing");
      return given[name];
    };
    auto number = [&](const char* name) { return std::stoll(text(name)); };
    as = text("as"), tree = text("tree"), rows = number("rows"), cols = number("cols"), seed = number("seed");
    period = number("period"), inform = number("inform"), change = std::stod(text("change"));
    take = number("take"), install = number("install"), message = number("message"), element = number("element");
    link = number("link"), byte = number("byte"), message_bytes = number("message_bytes");
    element_bytes = number("element_bytes"), level_bytes = number("level_bytes");
    if (as != "comm" && as != "sleep" && as != "leap")
      throw std::runtime_error("as=" + as + ": want comm, sleep or leap");
  }
};

// Tree holds the nodes in preorder. The first child of node i is i+1, and each child ends where the next
// one begins.
struct Tree {
  std::vector<uint32_t> end;
  std::vector<int32_t> level;
  std::vector<Ticks> before; // time of all nodes before a node; one more than there are nodes

  explicit Tree(const std::string& name)
  {
    FILE* file = std::fopen(name.c_str(), "r");
    if (file == nullptr)
      throw std::runtime_error(name + ": cannot be opened");
    struct Open {
      uint32_t node;
      int children;
    };
    std::vector<Open> path; // nodes with children to come
    before.push_back(0);
    long long time;
    int depth, children;
    while (std::fscanf(file, "%lld %d %d", &time, &depth, &children) == 3) {
      uint32_t node = end.size();
      end.push_back(node + 1);
      level.push_back(depth);
      before.push_back(before.back() + time);
      if (!path.empty())
        path.back().children--;
      path.push_back({node, children});
      for (; !path.empty() && path.back().children == 0; path.pop_back())
        end[path.back().node] = node + 1;
    }
    std::fclose(file);
    if (end.empty() || !path.empty())
      throw std::runtime_error(name + ": not a whole tree");
  }

  Ticks time(uint32_t node) const { return before[node + 1] - before[node]; }
  Ticks subtree_time(uint32_t node) const { return before[end[node]] - before[node]; }
  int64_t subtree_nodes(uint32_t node) const { return end[node] - node; }
};

// Random is the generator PCG of Go's math/rand/v2, seeded as balance/sim does for each rank.
class Random {
  unsigned __int128 state_;

  static uint64_t mix(uint64_t x)
  {
    x += 0x9e3779b97f4a7c15;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
  }
  static unsigned __int128 wide(uint64_t high, uint64_t low) { return (unsigned __int128)high << 64 | low; }

public:
  Random(uint64_t seed, uint64_t number) : state_(wide(mix(seed), mix(number))) {}

  // uniform returns a number from 0 to 1, without 1.
  double uniform()
  {
    state_ = state_ * wide(2549297995355413924u, 4865540595714422341u);
    state_ += wide(6364136223846793005u, 1442695040888963407u);
    uint64_t x = state_ >> 64;
    x ^= x >> 32;
    x *= 0xda942042e4dd58b5;
    x ^= x >> 48;
    x *= (uint64_t)state_ | 1;
    return (double)(x & ((1ull << 53) - 1)) / (1ull << 53);
  }
};

// ---- The state of the machine

struct Item {
  uint32_t node;
  bool received; // came from another processor and has to be installed
};

struct Proc;
struct Link;

struct Parcel {
  Link* over;
  Ticks due;    // as=comm: when it leaves its sender; otherwise when it arrives
  Ticks length; // time that the link is busy with it
  double load;  // of the sender, if it is a control message
  std::vector<Item> items;
};

// Neighbour is what a processor knows of one next to it.
struct Neighbour {
  Proc* proc;
  Link* to;
  double known = 0; // the load it last told
};

// Link is one direction between two neighbours.
struct Link {
  Proc* goal;
  int from = 0; // index of the sender among the goal's neighbours
  // For as=comm:
  sg4::Mailbox* mailbox = nullptr;
  // For the others:
  Ticks free = 0; // when it has passed on all it has accepted
  std::deque<Parcel> queue;
  sg4::ActorPtr actor;
  bool waiting = false;

  explicit Link(Proc* goal) : goal(goal) {}
};

struct Proc {
  int rank;
  Random random;
  std::vector<Neighbour> neighbours;

  std::deque<Item> list;    // waiting elements, the oldest first
  std::vector<Item> hidden; // children of the element in work
  bool busy      = false;
  Ticks work_end = 0; // when the work on the element is done, if nothing delays it
  Ticks cpu_free = 0; // the balancer needs the CPU until then
  Ticks ahead    = 0; // leap: time to expand all below the elements in list and hidden

  double told  = 0; // the load the neighbours were last told
  size_t first = 0; // where the search for the least loaded neighbour begins
  Ticks next_inform, next_even; // when the timers go off

  sg4::ActorPtr worker;
  bool waiting = false; // the worker is suspended
  // For as=comm:
  std::deque<Parcel*> outbox;
  sg4::ActorPtr sender;
  bool sender_waiting = false;

  Proc(int rank, uint64_t seed) : rank(rank), random(seed, rank + 1) {}
};

struct Counts {
  int64_t nodes = 0, messages = 0, sent = 0, ticks = 0, phases = 0, received = 0, arrived = 0;
};

static Ticks now() { return std::llround(sg4::Engine::get_clock() * 1e9); }

static void sleep_until(Ticks t) { sg4::this_actor::sleep_until(t * 1e-9); }

// halt suspends the actor that calls it until another one wakes it.
static void halt(bool& waiting)
{
  waiting = true;
  sg4::this_actor::suspend();
}

static void wake(const sg4::ActorPtr& actor, bool& waiting)
{
  if (!waiting)
    return;
  waiting = false;
  actor->resume();
}

class Machine {
  const Settings set_;
  const Tree tree_;
  const bool leaps_, comm_;
  std::deque<Proc> procs_; // a deque, because actors keep references
  std::deque<Link> links_;
  int64_t alive_ = 0; // elements that exist: waiting, in work and under way
  Ticks end_     = 0; // when the last element was done
  Counts counts_;

  // -- worker

  // take begins work on the newest element at time t, or as soon as the balancer frees the CPU. A subtree
  // that is done at the horizon is taken whole, if workers leap.
  void take(Proc& p, Ticks t, Ticks horizon)
  {
    Item x = p.list.back();
    p.list.pop_back();
    p.busy        = true;
    p.work_end    = std::max(t, p.cpu_free) + set_.take + (x.received ? set_.install : 0);
    int64_t nodes = tree_.subtree_nodes(x.node);
    Ticks whole   = tree_.subtree_time(x.node) + (nodes - 1) * set_.take;
    if (leaps_ && p.work_end + whole <= horizon) {
      p.work_end += whole;
      p.ahead -= tree_.subtree_time(x.node);
      counts_.nodes += nodes;
      return;
    }
    p.work_end += tree_.time(x.node);
    p.ahead -= tree_.time(x.node);
    counts_.nodes++;
    for (uint32_t child = x.node + 1; child < tree_.end[x.node]; child = tree_.end[child])
      p.hidden.push_back({child, false});
  }

  // complete ends the work on an element: its children, if any, come on the list, the first on top.
  void complete(Proc& p)
  {
    p.busy = false;
    alive_ += (int64_t)p.hidden.size() - 1;
    p.list.insert(p.list.end(), p.hidden.rbegin(), p.hidden.rend());
    p.hidden.clear();
    if (alive_ == 0)
      finish(p.work_end);
  }

  // advance brings a leaping worker up to date.
  void advance(Proc& p, Ticks t)
  {
    while (leaps_ && p.busy && p.work_end <= t) {
      complete(p);
      if (!p.list.empty())
        take(p, p.work_end, t);
    }
  }

  // bound is the earliest time at which a leaping worker that is busy can run out of elements.
  Ticks bound(const Proc& p) const
  {
    return p.work_end + p.ahead + (Ticks)(p.list.size() + p.hidden.size()) * set_.take;
  }

  // has_work tells what a worker waits for: elements, or, if it leaps, that it may run out of them before
  // the balancer can send some away.
  bool has_work(const Proc& p) const { return leaps_ ? p.busy && bound(p) < p.next_even : !p.list.empty(); }

  void rouse(Proc& p)
  {
    if (has_work(p))
      wake(p.worker, p.waiting);
  }

  void work(Proc& p)
  {
    for (;;) {
      if (!has_work(p)) {
        halt(p.waiting);
      } else if (leaps_) {
        sleep_until(bound(p));
        advance(p, now());
      } else {
        take(p, now(), 0);
        while (now() < p.work_end) // the balancer may have put it off meanwhile
          sleep_until(p.work_end);
        complete(p);
      }
    }
  }

  // charge takes CPU time from the worker, and returns when that is over.
  static Ticks charge(Proc& p, Ticks cpu)
  {
    p.cpu_free = std::max(p.cpu_free, now()) + cpu;
    if (p.busy)
      p.work_end += cpu;
    return p.cpu_free;
  }

  // finish ends the run, all actors included.
  void finish(Ticks t)
  {
    end_ = t;
    sg4::Actor::kill_all();
    sg4::this_actor::exit();
  }

  // -- network

  // send hands a parcel to a link when its sender's CPU is done with it.
  void send(Proc& from, Parcel&& x, Ticks leaves)
  {
    if (comm_) {
      x.due = leaves;
      from.outbox.push_back(new Parcel(std::move(x)));
      wake(from.sender, from.sender_waiting);
      return;
    }
    Link& link = *x.over;
    link.free  = std::max(link.free, leaves) + x.length;
    x.due      = link.free;
    link.queue.push_back(std::move(x));
    wake(link.actor, link.waiting);
  }

  // post hands over to SimGrid what a processor sends. A parcel is as many bytes long as it keeps the link
  // busy for nanoseconds, at 1 GB/s and without latency.
  void post(Proc& p)
  {
    for (;;) {
      if (p.outbox.empty()) {
        halt(p.sender_waiting);
        continue;
      }
      sleep_until(p.outbox.front()->due);
      Parcel* x = p.outbox.front();
      p.outbox.pop_front();
      x->over->mailbox->put_init(x, x->length)->detach();
    }
  }

  void carry(Link& link)
  {
    for (;;) {
      if (link.queue.empty()) {
        halt(link.waiting);
        continue;
      }
      sleep_until(link.queue.front().due);
      Parcel x = std::move(link.queue.front());
      link.queue.pop_front();
      deliver(x);
    }
  }

  void receive(const Link& link)
  {
    link.mailbox->set_receiver(sg4::Actor::self());
    for (;;)
      deliver(*link.mailbox->get_unique<Parcel>());
  }

  // deliver is the arrival of a parcel: the balancer handles it, and an idle worker begins on elements.
  void deliver(const Parcel& x)
  {
    Proc& p = *x.over->goal;
    advance(p, now());
    charge(p, set_.message + (Ticks)x.items.size() * set_.element);
    if (x.items.empty()) {
      counts_.received++;
      p.neighbours[x.over->from].known = x.load;
      return;
    }
    counts_.arrived++;
    p.list.insert(p.list.begin(), x.items.begin(), x.items.end());
    for (const Item& i : x.items)
      p.ahead += tree_.subtree_time(i.node);
    if (leaps_ && !p.busy)
      take(p, now(), now());
    rouse(p);
  }

  // -- balancer

  // periods is a time of so many periods.
  static Ticks periods(double n, Ticks period) { return (Ticks)(n * (double)period); }

  // tick is what happens when a timer has gone off: it is set anew, after a period that varies by 20 %.
  void tick(Proc& p, Ticks& next, Ticks period)
  {
    advance(p, now());
    counts_.ticks++;
    next = now() + periods(1 + 0.2 * (2 * p.random.uniform() - 1), period);
  }

  void keep_informing(Proc& p)
  {
    for (;;) {
      sleep_until(p.next_inform);
      tick(p, p.next_inform, set_.inform);
      inform(p);
    }
  }

  void keep_evening(Proc& p)
  {
    for (;;) {
      sleep_until(p.next_even);
      tick(p, p.next_even, set_.period);
      even(p);
      rouse(p);
    }
  }

  // inform tells the neighbours the load if it has changed enough.
  void inform(Proc& p)
  {
    double load = p.list.size();
    if (std::fabs(load - p.told) <= set_.change * p.told)
      return;
    p.told = load;
    for (const Neighbour& n : p.neighbours) {
      counts_.messages++;
      send(p, {n.to, 0, set_.link + set_.message_bytes * set_.byte, load, {}}, charge(p, set_.message));
    }
  }

  // even sends half the difference to the least loaded neighbour, rounded down.
  void even(Proc& p)
  {
    size_t least = p.first;
    for (size_t i = 0; i < p.neighbours.size(); i++) {
      size_t at = (p.first + i) % p.neighbours.size();
      if (p.neighbours[at].known < p.neighbours[least].known)
        least = at;
    }
    Neighbour& n      = p.neighbours[least];
    double difference = p.list.size() - n.known;
    if (p.list.empty() || difference < 2)
      return;
    size_t count = difference / 2;
    Parcel x{n.to, 0, set_.link, 0, {}};
    int bytes = 0;
    for (; x.items.size() < count; p.list.pop_front()) { // the oldest
      uint32_t node = p.list.front().node;
      x.items.push_back({node, true});
      bytes += set_.element_bytes + tree_.level[node] * set_.level_bytes;
      p.ahead -= tree_.subtree_time(node);
    }
    x.length += bytes * set_.byte;
    counts_.sent += count;
    counts_.phases++;
    send(p, std::move(x), charge(p, set_.message + (Ticks)count * set_.element));
    n.known += count;
    p.first = (least + 1) % p.neighbours.size();
  }

  // -- set-up

  void connect(int a, int b)
  {
    Proc &from = procs_[a], &goal = procs_[b];
    links_.emplace_back(&goal);
    from.neighbours.push_back({&goal, &links_.back()});
  }

  // build joins every processor to those above, below, left and right of it, in this order.
  void build()
  {
    for (int rank = 0; rank < set_.rows * set_.cols; rank++) {
      Proc& p       = procs_.emplace_back(rank, set_.seed);
      p.next_inform = periods(p.random.uniform(), set_.inform);
      p.next_even   = periods(p.random.uniform(), set_.period);
    }
    for (int rank = 0; rank < (int)procs_.size(); rank++) {
      int row = rank / set_.cols, col = rank % set_.cols;
      if (row > 0)
        connect(rank, rank - set_.cols);
      if (row < set_.rows - 1)
        connect(rank, rank + set_.cols);
      if (col > 0)
        connect(rank, rank - 1);
      if (col < set_.cols - 1)
        connect(rank, rank + 1);
    }
    for (Proc& p : procs_)
      for (const Neighbour& n : p.neighbours)
        while (n.proc->neighbours[n.to->from].proc != &p)
          n.to->from++;
  }

  void deploy()
  {
    auto* zone = sg4::create_full_zone("mesh");
    std::vector<sg4::Host*> hosts;
    for (const Proc& p : procs_)
      hosts.push_back(zone->create_host("host" + std::to_string(p.rank), 1e9));
    for (const Proc& p : procs_)
      for (const Neighbour& n : p.neighbours) {
        if (!comm_)
          continue;
        std::string name = std::to_string(p.rank) + "-" + std::to_string(n.proc->rank);
        auto* link       = zone->create_link(name, 1e9)->set_latency(0)->set_concurrency_limit(1)->seal();
        zone->add_route(hosts[p.rank]->get_netpoint(), hosts[n.proc->rank]->get_netpoint(), nullptr, nullptr,
                        {{link, sg4::LinkInRoute::Direction::NONE}}, false);
        n.to->mailbox = sg4::Mailbox::by_name(name);
      }
    zone->seal();
    for (Proc& p : procs_) {
      p.worker = sg4::Actor::create("worker", hosts[p.rank], [this, &p] { work(p); });
      if (comm_)
        p.sender = sg4::Actor::create("sender", hosts[p.rank], [this, &p] { post(p); });
      if (p.neighbours.empty()) { // nobody to balance with
        p.next_even = std::numeric_limits<Ticks>::max();
        continue;
      }
      sg4::Actor::create("informing", hosts[p.rank], [this, &p] { keep_informing(p); });
      sg4::Actor::create("evening", hosts[p.rank], [this, &p] { keep_evening(p); });
    }
    for (Link& l : links_)
      l.actor = sg4::Actor::create("link", hosts[l.goal->rank], [this, &l] { comm_ ? receive(l) : carry(l); });
  }

public:
  explicit Machine(const Settings& set)
      : set_(set), tree_(set.tree), leaps_(set.as == "leap"), comm_(set.as == "comm")
  {
    build();
    deploy();
    procs_[0].list.push_back({0, false});
    procs_[0].ahead = tree_.subtree_time(0);
    alive_          = 1;
    if (leaps_)
      take(procs_[0], 0, 0);
  }

  // time is when all processors know of the end: after a wave to the middle of the mesh and back, which
  // neither side simulates.
  Ticks time() const
  {
    if (procs_.size() == 1)
      return end_;
    Ticks hop = set_.link + set_.message_bytes * set_.byte + 2 * set_.message;
    return end_ + 2 * (set_.rows / 2 + set_.cols / 2) * hop;
  }

  const Counts& counts() const { return counts_; }
};

static double user_seconds()
{
  rusage u;
  getrusage(RUSAGE_SELF, &u);
  return u.ru_utime.tv_sec + 1e-6 * u.ru_utime.tv_usec;
}

int main(int argc, char** argv)
{
  xbt_log_control_set("root.thres:warning");
  sg4::Engine engine(&argc, argv); // takes the arguments --cfg
  sg4::Engine::set_config("network/model:CM02"); // bandwidths as they are given
  sg4::Engine::set_config("network/crosstraffic:0");
  sg4::Engine::set_config("surf/precision:1e-10"); // events a nanosecond apart are not at the same time
  try {
    Machine machine{Settings(argc, argv)};
    double before = user_seconds();
    engine.run();
    double cpu      = user_seconds() - before;
    const Counts& c = machine.counts();
    std::printf("nodes %lld\nmessages %lld\nsent %lld\nticks %lld\nphases %lld\nreceived %lld\narrived %lld\n",
                (long long)c.nodes, (long long)c.messages, (long long)c.sent, (long long)c.ticks, (long long)c.phases,
                (long long)c.received, (long long)c.arrived);
    std::printf("time %lld\ncpu %.6f\n", (long long)machine.time(), cpu);
  } catch (const std::runtime_error& e) {
    std::fprintf(stderr, "lade: %s\n", e.what());
    return 2;
  }
}
